/// What jemalloc reads when the program starts: a thread of its own gives memory back that was not needed for some
/// seconds. So a server gets small again after ten thousand people have left.
// NOLINTNEXTLINE: the name and the type are jemalloc's
extern "C" const char* malloc_conf;
const char* malloc_conf = "background_thread:true";
