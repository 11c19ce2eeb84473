// Handlers that move rows: all forms of mov, call parameters, addresses, special registers.
#pragma once

#include "exec/op.hpp"
#include "program/program.hpp"

namespace heddle {

/// dst[0] = src[0], for registers of one class.
Handler select_move(RegClass cls);
/// Moves op.count rows. The list holds the destinations, then the sources; words or doubles.
Handler select_move_many(RegClass cls);
/// mov.b64 d, {a, b} and the like: packs the elements in the list into dst[0], or unpacks src[0].
Handler select_pack(uint32_t total_bytes, uint32_t elements);
Handler select_unpack(uint32_t total_bytes, uint32_t elements);
/// dst[0] = frame base (src[0], words) + op.offset: the address of a local variable in a function.
Handler select_frame_address(RegClass to);
/// dst[0] = src[0] + op.offset: cvta.
Handler select_add_offset();
/// Moves bytes between the word registers that hold call parameters and registers of any width. The
/// list holds the words, then the elements. op.detail: byte offset in the first word; op.bytes:
/// element size; op.offset: four bits per element, the number of words of its register.
Handler select_parameter_load(bool sign_extend);
Handler select_parameter_store();
Handler select_clock(Special special, RegClass to);
Handler select_isspacep(Space space);

}  // namespace heddle
