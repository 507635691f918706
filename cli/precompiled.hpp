#pragma once

// Headers of most subcommands, compiled once (cmake/libraries.cmake). g++ recognises a header by its size and checksum,
// so a compiled copy from the cache must have been made from the present comments, too.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "table/games.hpp"
