// The events of one run, read into memory before anything is measured, and what every peer prints.
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

// As HoldfastBenchmarks writes them: this head, then `length` bytes. `item` counts the items in order of registration and is
// NO_ITEM for what is about none. The first `record_length` bytes are the record, the others its private row.
struct event_head {
    uint32_t length, record_length, item, kind;
    int64_t time;
};
#define NO_ITEM UINT32_MAX

struct event {
    struct event_head head;
    const uint8_t *bytes;
};

struct workload {
    struct event *events;
    uint64_t count;
    uint32_t item_count;
};

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static struct workload load_workload(const char *path, uint64_t count_max) {
    FILE *file = fopen(path, "rb");
    if (!file) fail(path);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(size + 1);
    if (!bytes || fread(bytes, 1, size, file) != size) fail("read the workload");
    fclose(file);
    struct workload all = {0};
    size_t room = 0;
    for (size_t at = 0; at + sizeof(struct event_head) <= size && all.count < count_max;) {
        if (all.count == room) {
            room = room ? room * 2 : 1 << 16;
            all.events = realloc(all.events, room * sizeof *all.events);
            if (!all.events) fail("memory for the workload");
        }
        struct event *event = &all.events[all.count++];
        memcpy(&event->head, bytes + at, sizeof event->head);
        at += sizeof event->head;
        event->bytes = bytes + at;
        at += event->head.length;
        if (event->head.item != NO_ITEM && event->head.item >= all.item_count) all.item_count = event->head.item + 1;
    }
    return all;
}

static double now_in_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// Bytes that this process has handed to write calls. `write_bytes` beside it counts whole folios and means nothing here.
static uint64_t written_bytes(void) {
    FILE *file = fopen("/proc/self/io", "r");
    if (!file) return 0;
    char line[128];
    unsigned long long written = 0;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "wchar: %llu", &written) == 1) break;
    fclose(file);
    return written;
}

// Bytes of all files below a folder.
static uint64_t folder_size(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) return 0;
    uint64_t size = 0;
    char name[4096];
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        struct stat status;
        if (stat(name, &status) == 0 && S_ISREG(status.st_mode)) size += (uint64_t)status.st_size;
    }
    closedir(folder);
    return size;
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return difference < 0 ? -1 : difference > 0;
}

static double percentile(double *sorted, size_t count, double part) {
    return count ? sorted[(size_t)(part * (double)(count - 1))] : 0;
}

// `waits` in seconds, one a commit.
static void print_append(uint64_t events, double seconds, double *waits, size_t count, uint64_t written, const char *folder) {
    qsort(waits, count, sizeof *waits, ascending);
    printf("events %llu\nseconds %.9f\np50 %.3f\np99 %.3f\nwritten %llu\nsize %llu\n", (unsigned long long)events, seconds,
           percentile(waits, count, 0.5) * 1e6, percentile(waits, count, 0.99) * 1e6, (unsigned long long)written,
           (unsigned long long)folder_size(folder));
}

static void print_opened(double *waits, size_t count) {
    qsort(waits, count, sizeof *waits, ascending);
    printf("p50 %.3f\np99 %.3f\n", percentile(waits, count, 0.5) * 1e6, percentile(waits, count, 0.99) * 1e6);
}

#endif
