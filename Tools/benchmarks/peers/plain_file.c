// The floor: events written one behind the other into a file, fdatasync a batch.
//
//   plain_file append FOLDER WORKLOAD COUNT BATCH
#include <fcntl.h>
#include <unistd.h>

#include "workload.h"

int main(int count, char **words) {
    if (count != 6 || strcmp(words[1], "append")) return 64;
    uint64_t wanted = strtoull(words[4], NULL, 10), batch = strtoull(words[5], NULL, 10);
    struct workload all = load_workload(words[3], wanted);
    char path[4096];
    snprintf(path, sizeof path, "%s/events", words[2]);
    mkdir(words[2], 0755);
    int file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0644);
    if (file < 0) fail(path);
    double *waits = malloc(sizeof(double) * (all.count / batch + 1));
    uint8_t *buffer = malloc(batch * 4096);
    size_t commits = 0;
    uint64_t before = written_bytes();
    double start = now_in_seconds();
    for (uint64_t first = 0; first < all.count; first += batch) {
        double begun = now_in_seconds();
        size_t filled = 0;
        for (uint64_t i = first; i < first + batch && i < all.count; i++) {
            struct event *event = &all.events[i];
            memcpy(buffer + filled, &event->head.length, 4);
            memcpy(buffer + filled + 4, event->bytes, event->head.length);
            filled += 4 + event->head.length;
        }
        if (write(file, buffer, filled) != (ssize_t)filled) fail("write");
        if (fdatasync(file)) fail("fdatasync");
        waits[commits++] = now_in_seconds() - begun;
    }
    double seconds = now_in_seconds() - start;
    print_append(all.count, seconds, waits, commits, written_bytes() - before, words[2]);
    return 0;
}
