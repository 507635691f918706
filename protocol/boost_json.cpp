// Boost.JSON, compiled once for the whole program.
#include <boost/json/src.hpp>

#ifdef BOOST_NO_EXCEPTIONS
// Every call that could throw is made in its form that reports an error, so nothing arrives here.
namespace boost {
void throw_exception(const std::exception&) { __builtin_trap(); }
void throw_exception(const std::exception&, const source_location&) { __builtin_trap(); }
}  // namespace boost
#endif
