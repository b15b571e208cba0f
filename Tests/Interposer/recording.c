// The recording: for each operation a header of five numbers (kind and length of the text in 4 bytes each, node, a, b in
// 8, all little-endian), then the text, then for a write its bytes.
//
//   1 write   node, a = offset, b = byte count, bytes; 12 the same through a descriptor with O_DSYNC
//   2 size    node, a = size, exactly;  3 size at least (fallocate)
//   4 sync    node, of a file or a folder
//   5 file made, 6 folder made: node, a = node of its folder, text = name;  7 link, likewise
//   8 rename  a = folder before, b = folder after, text = name before '/' name after
//   9 unlink  a = folder, text = name
//   10 mark   text;  11 the watched folder itself: node
#define _GNU_SOURCE
#include "include/HoldfastInterposer.h"
#include "watch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct header {
    uint32_t kind, text_length;
    uint64_t node, a, b;
};

// System calls are made directly: the C functions of these names are the interposed ones.
static void put(int file, const void *bytes, size_t count) {
    const char *rest = bytes;
    while (count > 0) {
        long written = syscall(SYS_write, file, rest, count);
        if (written <= 0) abort();
        rest += written;
        count -= (size_t)written;
    }
}

static int recording(void) {
    static int file = -2;
    if (file != -2) return file;
    const char *path = getenv("HOLDFAST_RECORDING");
    const char *folder = getenv("HOLDFAST_WATCHED");
    if (!path || !folder) return file = -1;
    file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) abort();
    struct header header = {11, 0, watch_node_of_path(folder), 0, 0};
    put(file, &header, sizeof header);
    return file;
}

static void record(uint32_t kind, uint64_t node, uint64_t a, uint64_t b, const char *text, const void *bytes) {
    int file = recording();
    if (file < 0) return;
    struct header header = {kind, (uint32_t)strlen(text), node, a, b};
    put(file, &header, sizeof header);
    put(file, text, strlen(text));
    if (bytes) put(file, bytes, b);
}

void record_write(int file, uint64_t offset, const void *bytes, size_t count, int is_durable) {
    record(is_durable ? 12 : 1, watch_node(file), offset, count, "", bytes);
}

void record_size(int file, uint64_t size, int is_exact) {
    record(is_exact ? 2 : 3, watch_node(file), size, 0, "", NULL);
}

void record_sync(int file) { record(4, watch_node(file), 0, 0, "", NULL); }

void record_made(struct place place, uint64_t node, int is_folder) {
    record(is_folder ? 6 : 5, node, place.folder, 0, place.name, NULL);
}

void record_link(struct place place, uint64_t node) { record(7, node, place.folder, 0, place.name, NULL); }

void record_rename(struct place from, struct place to) {
    char names[2 * NAME_MAX + 3];
    snprintf(names, sizeof names, "%s/%s", from.name, to.name);
    record(8, 0, from.folder, to.folder, names, NULL);
}

void record_unlink(struct place place) { record(9, 0, place.folder, 0, place.name, NULL); }

void holdfast_mark(const char *text) {
    watch_lock();
    record(10, 0, 0, 0, text, NULL);
    watch_unlock();
}
