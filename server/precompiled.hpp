#pragma once

// What most sources of the server and its protocol include, compiled once (server/CMakeLists.txt). Headers of the
// server do not belong here: each change to one of them would compile every source anew.
#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <chrono>
#include <cstdint>
#include <expected>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
