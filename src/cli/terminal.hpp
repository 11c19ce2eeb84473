// Standard output, standard error and the signals of the command-line program.
#pragma once

#include <atomic>
#include <cstddef>
#include <string_view>

namespace heddle {

/// Opens any standard stream that the caller closed, turns a closed pipe into an ordinary write
/// error, and makes the first Ctrl-C or SIGTERM set `interrupt_flag` (a later one kills).
void prepare_terminal();
const std::atomic<bool>& interrupt_flag();
/// The signal that set the flag: SIGINT or SIGTERM.
int interrupt_signal();

void print_out(std::string_view text);
/// Reserves standard output for a result: `print_out` writes to standard error from now on.
void keep_standard_output();
void print_error(std::string_view text);
/// Whether progress is shown.
bool has_terminal();
/// Rewrites one line in place, on a terminal only; an empty line clears it.
void print_status(std::string_view line);
/// Shows "name 12/345" in place, on a terminal only; an empty name clears it.
void print_progress(std::string_view name, size_t done, size_t total);

/// Flushes standard output. Returns 0, or prints a message and returns 1 if writing failed. A
/// closed pipe is not an error.
int finish_output();

}  // namespace heddle
