// Of a later interface: nothing behind the version means what this heddle thinks.
extern "C" [[gnu::visibility("default")]] const unsigned* heddle_plugin() {
  static constexpr unsigned kLater[] = {2};
  return kLater;
}
