#pragma once

#include <curl/curl.h>

#include "core/late_library.hpp"

/// curl's library, loaded with the first letter or push: many servers never send one.
namespace springtide::server {

inline const LateLibrary libcurl("libcurl.so.4", "libcurl4");

SPRINGTIDE_LATE_FUNCTION(libcurl, curl_easy_cleanup);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_easy_getinfo);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_easy_init);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_easy_perform);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_easy_setopt);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_free);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_global_init);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_multi_add_handle);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_multi_cleanup);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_multi_info_read);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_multi_init);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_multi_perform);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_multi_poll);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_multi_remove_handle);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_multi_wakeup);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_slist_append);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_slist_free_all);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_url);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_url_cleanup);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_url_get);
SPRINGTIDE_LATE_FUNCTION(libcurl, curl_url_set);

}  // namespace springtide::server
