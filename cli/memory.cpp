/// What jemalloc reads when the program starts: a thread of its own gives memory back that was not needed for some
/// seconds. A server that ten thousand people have left is small again.
// NOLINTNEXTLINE: the name and the type are jemalloc's
extern "C" const char* malloc_conf;
const char* malloc_conf = "background_thread:true";
