// A shared library of something else.
extern "C" [[gnu::visibility("default")]] int another_function() { return 0; }
