#pragma once

#include <fstream>
#include <iostream>
#include <string>

namespace springtide::cli {

/// Without a file name it does nothing. False, with a message on the screen, if it cannot be written.
inline bool write_file(const std::string& file, const std::string& text) {
    if (file.empty()) return true;
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) std::cerr << "cannot write " << file << "\n";
    return static_cast<bool>(stream);
}

}  // namespace springtide::cli
