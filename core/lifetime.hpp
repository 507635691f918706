#pragma once

/// Marks a parameter, or after the brackets of a member function its object, that the result points into: clang then
/// warns if a temporary is passed that ends before the result is used.
#if defined(__clang__)
#define SPRINGTIDE_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define SPRINGTIDE_LIFETIME_BOUND
#endif
