#ifndef HOLDFAST_WATCH_H
#define HOLDFAST_WATCH_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A place in a folder, for operations on names.
struct place {
    uint64_t folder;
    char name[NAME_MAX + 1];
};

// One lock is held around each operation and its recording, so that the recording has their order.
void watch_lock(void);
void watch_unlock(void);

int watch_has_file(int file);
int watch_has_path(int folder, const char *path, char *full);
// The file's number in its file system.
uint64_t watch_node(int file);
uint64_t watch_node_of_path(const char *full);
struct place watch_place(const char *full);

void record_write(int file, uint64_t offset, const void *bytes, size_t count, int is_durable);
void record_size(int file, uint64_t size, int is_exact);
void record_sync(int file);
void record_made(struct place place, uint64_t node, int is_folder);
void record_link(struct place place, uint64_t node);
void record_rename(struct place from, struct place to);
void record_unlink(struct place place);

// Asked once for each watched call, under the lock: the error number it has to fail with, 0 for none.
int fault_of(int call, int *way);

#endif
