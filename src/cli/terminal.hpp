// Standard output, standard error and the signals of the command-line program.
#pragma once

#include <atomic>
#include <cstddef>
#include <string_view>

namespace heddle {

/// Makes the three standard streams usable whatever the caller left open, turns a closed pipe into
/// an ordinary write error, and lets the first Ctrl-C or SIGTERM set `interrupt_flag` (a later one
/// kills).
void prepare_terminal();
const std::atomic<bool>& interrupt_flag();
/// The signal that set the flag: SIGINT or SIGTERM.
int interrupt_signal();

void print_out(std::string_view text);
/// Standard output is for a result alone: `print_out` goes to standard error from now on.
void keep_standard_output();
void print_error(std::string_view text);
/// Whether progress is shown at all.
bool has_terminal();
/// One line rewritten in place, on a terminal only; an empty one wipes it.
void print_status(std::string_view line);
/// "name 12/345" rewritten in place, on a terminal only; an empty name wipes it.
void print_progress(std::string_view name, size_t done, size_t total);

/// Flushes standard output. 0, or 1 after a message when it could not be written; a reader that
/// went away is no error.
int finish_output();

}  // namespace heddle
