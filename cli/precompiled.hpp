#pragma once

// Headers of most subcommands, compiled once (cmake/libraries.cmake).
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "table/games.hpp"
