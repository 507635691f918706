/// jemalloc reads this when the program starts: a background thread returns memory that was unused for some seconds, so
/// a server becomes small again after ten thousand players have left. All threads share four arenas. Memory that one
/// thread allocates and another frees, such as tables opened in a worker, then leaves fewer gaps.
// NOLINTNEXTLINE: the name and the type are jemalloc's
extern "C" const char* malloc_conf;
const char* malloc_conf = "background_thread:true,narenas:4";
