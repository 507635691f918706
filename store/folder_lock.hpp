#pragma once

#include <memory>
#include <string>

#include "core/error.hpp"

namespace springtide {

/// One process has a data folder. The lock is the kernel's and goes with the process, however it ends.
class FolderLock {
  public:
    /// `holder` names the process that has it, for the message to the second one.
    static Expected<std::unique_ptr<FolderLock>> take(const std::string& folder, const std::string& holder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

  private:
    explicit FolderLock(int file) : file_(file) {}
    int file_;
};

}  // namespace springtide
