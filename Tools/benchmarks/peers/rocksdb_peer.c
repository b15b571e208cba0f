// RocksDB with one column family each for events, the index by item and the items' states, a batch in one synced write.
//
//   rocksdb_peer append FOLDER WORKLOAD COUNT BATCH
#include <rocksdb/c.h>

#include "state.h"

static uint64_t big(uint64_t number) { return __builtin_bswap64(number); }

static void check(char *error) {
    if (!error) return;
    fprintf(stderr, "rocksdb: %s\n", error);
    exit(1);
}

int main(int count, char **words) {
    if (count != 6 || strcmp(words[1], "append")) return 64;
    uint64_t batch = strtoull(words[5], NULL, 10);
    struct workload all = load_workload(words[3], strtoull(words[4], NULL, 10));
    struct item_state *states = calloc(all.item_count + 1, sizeof *states);
    char *error = NULL;
    rocksdb_options_t *options = rocksdb_options_create();
    rocksdb_options_set_create_if_missing(options, 1);
    rocksdb_options_set_create_missing_column_families(options, 1);
    const char *names[] = {"default", "index", "states"};
    const rocksdb_options_t *family_options[] = {options, options, options};
    rocksdb_column_family_handle_t *families[3];
    rocksdb_t *database = rocksdb_open_column_families(options, words[2], 3, names, family_options, families, &error);
    check(error);
    rocksdb_writeoptions_t *synced = rocksdb_writeoptions_create();
    rocksdb_writeoptions_set_sync(synced, 1);
    rocksdb_writebatch_t *writes = rocksdb_writebatch_create();
    double *waits = malloc(sizeof(double) * (all.count / batch + 1));
    size_t commits = 0;
    uint64_t before = written_bytes();
    double start = now_in_seconds();
    for (uint64_t next = 0; next < all.count;) {
        double begun = now_in_seconds();
        rocksdb_writebatch_clear(writes);
        for (uint64_t i = 0; i < batch && next < all.count; i++, next++) {
            struct event *event = &all.events[next];
            uint64_t posting[2] = {big(event->head.item), big(next)};
            rocksdb_writebatch_put_cf(writes, families[0], (char *)&posting[1], 8, (char *)event->bytes, event->head.length);
            rocksdb_writebatch_put_cf(writes, families[1], (char *)posting, 16, "", 0);
            struct record record;
            if (event->head.item == NO_ITEM || !read_record(event->bytes, event->head.record_length, &record)) continue;
            struct item_state *state = &states[event->head.item];
            fold_item(state, &record, next);
            rocksdb_writebatch_put_cf(writes, families[2], (char *)posting, 8, (char *)state, sizeof *state);
        }
        rocksdb_write(database, synced, writes, &error);
        check(error);
        waits[commits++] = now_in_seconds() - begun;
    }
    double seconds = now_in_seconds() - start;
    for (int i = 0; i < 3; i++) rocksdb_column_family_handle_destroy(families[i]);
    rocksdb_close(database);
    print_append(all.count, seconds, waits, commits, written_bytes() - before, words[2]);
    return 0;
}
