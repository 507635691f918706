/// What jemalloc reads when the program starts: a thread of its own gives memory back that was not needed for some
/// seconds. So a server gets small again after ten thousand people have left. Threads share four arenas: what one of
/// them allocates and another frees, like rooms that are opened aside, leaves less unused so.
// NOLINTNEXTLINE: the name and the type are jemalloc's
extern "C" const char* malloc_conf;
const char* malloc_conf = "background_thread:true,narenas:4";
