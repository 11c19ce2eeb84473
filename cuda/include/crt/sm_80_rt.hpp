// clang's headers include this file by its name; they define what it would hold.
#pragma once
