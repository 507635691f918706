#pragma once

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/error.hpp"

namespace springtide {

/// A shared library that is loaded at its first use. The libraries of PostgreSQL and curl pull in more memory than
/// everything else in an empty server, and most servers never use them.
class LateLibrary {
  public:
    /// By its file, as the system's loader finds it; `package` is where Debian has it.
    LateLibrary(const char* file, const char* package) : file_(file), package_(package) {}

    /// Can its functions be called? Otherwise names the missing part. It stays loaded as long as the process.
    [[nodiscard]] Expected<void> load() const {
        if (handle() != nullptr) return {};
        return fail(ErrorCode::unavailable,
                    std::string("cannot load ") + file_ + "; is the package " + package_ + " installed?");
    }
    /// The address of a function. A library that lacks one is another than the one whose header was read: that ends the
    /// process, as the system's loader would.
    [[nodiscard]] void* find(const char* function) const {
        void* found = handle() == nullptr ? nullptr : ::dlsym(handle(), function);
        if (found != nullptr) return found;
        std::fprintf(stderr, "springtide: %s has no %s\n", file_, function);
        std::abort();
    }

  private:
    /// Asked again while it is missing: it may be installed meanwhile.
    [[nodiscard]] void* handle() const { return ::dlopen(file_, RTLD_NOW | RTLD_LOCAL); }

    const char* file_;
    const char* package_;
};

}  // namespace springtide

/// Declares a function of such a library under its own name, for the namespace in which this stands: there it hides the
/// one that the library's header declares, which nothing is linked with.
#define SPRINGTIDE_LATE_FUNCTION(library, function)                                                   \
    inline constexpr auto function = [](auto... values) {                                             \
        static const auto found = reinterpret_cast<decltype(&::function)>((library).find(#function)); \
        return found(values...);                                                                      \
    }
