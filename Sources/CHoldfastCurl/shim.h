// Names libcurl for Swift. Swift cannot call variadic functions, so each kind of option has one inline wrapper.
#pragma once
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075500
#error "Holdfast needs libcurl 7.85 or later"
#endif

static inline CURLcode holdfast_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode holdfast_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode holdfast_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode holdfast_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

typedef size_t (*holdfast_curl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode holdfast_curl_set_data_callback(
    CURL *easy, CURLoption option, holdfast_curl_data_callback callback) {
    return curl_easy_setopt(easy, option, callback);
}

// The arguments after the context are addresses and ports of both ends, which nobody here needs.
typedef int (*holdfast_curl_connected_callback)(
    void *context, char *remote, char *local, int remote_port, int local_port);

static inline CURLcode holdfast_curl_set_connected_callback(CURL *easy, holdfast_curl_connected_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}

static inline CURLcode holdfast_curl_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode holdfast_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode holdfast_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

// Ends a resolving thread with its transfer instead of waiting for it: without this, one name that never resolves
// stalls every other transfer. Older libraries lack it.
static inline void holdfast_curl_set_quick_exit(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)easy;
#endif
}
