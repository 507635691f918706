#pragma once

namespace springtide {

/// One function for each kind of a variant, for std::visit: a kind that none of them takes does not compile.
template <class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};

}  // namespace springtide
