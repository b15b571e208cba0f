#define _GNU_SOURCE
#include "watch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void watch_lock(void) { pthread_mutex_lock(&lock); }
void watch_unlock(void) { pthread_mutex_unlock(&lock); }

static const char *watched(void) {
    static const char *folder;
    if (!folder) folder = getenv("HOLDFAST_WATCHED");
    return folder;
}

static int is_watched(const char *full) {
    const char *folder = watched();
    if (!folder) return 0;
    size_t count = strlen(folder);
    return strncmp(full, folder, count) == 0 && (full[count] == '/' || full[count] == 0);
}

static int path_of(int file, char *full) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t count = readlink(link, full, PATH_MAX - 1);
    if (count < 0) return 0;
    full[count] = 0;
    return 1;
}

int watch_has_file(int file) {
    char full[PATH_MAX];
    return watched() && path_of(file, full) && is_watched(full);
}

int watch_has_path(int folder, const char *path, char *full) {
    if (!watched() || !path) return 0;
    if (path[0] == '/') {
        snprintf(full, PATH_MAX, "%s", path);
    } else {
        char base[PATH_MAX];
        if (folder < 0 || !path_of(folder, base)) return 0;
        if (snprintf(full, PATH_MAX, "%s/%s", base, path) >= PATH_MAX) return 0;
    }
    return is_watched(full);
}

uint64_t watch_node(int file) {
    struct stat facts;
    return fstat(file, &facts) == 0 ? facts.st_ino : 0;
}

uint64_t watch_node_of_path(const char *full) {
    struct stat facts;
    return lstat(full, &facts) == 0 ? facts.st_ino : 0;
}

struct place watch_place(const char *full) {
    struct place place = {0};
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", full);
    char *slash = strrchr(folder, '/');
    if (!slash) return place;
    snprintf(place.name, sizeof place.name, "%s", slash + 1);
    *slash = 0;
    place.folder = watch_node_of_path(folder);
    return place;
}
