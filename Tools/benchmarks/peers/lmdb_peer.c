// LMDB itself, from C: the log alone, or with an index by item and the items' states written in the batch's transaction.
//
//   lmdb_peer append FOLDER WORKLOAD COUNT BATCH log|all   COUNT more events from where the store ends; BATCH 0: without waiting
//   lmdb_peer replay FOLDER                                a fold of all events by a cursor
//   lmdb_peer open   FOLDER ROUNDS                         opens, reads the state of one item, closes
#include <lmdb.h>

#include "state.h"

static MDB_env *environment;
static MDB_dbi events, index_table, states_table;
static struct item_state *states;

static void check(int code) {
    if (!code) return;
    fprintf(stderr, "lmdb: %s\n", mdb_strerror(code));
    exit(1);
}

static uint64_t big(uint64_t number) { return __builtin_bswap64(number); }

static void open_environment(const char *folder, unsigned flags) {
    char path[4096];
    mkdir(folder, 0755);
    snprintf(path, sizeof path, "%s/events.mdb", folder);
    check(mdb_env_create(&environment));
    check(mdb_env_set_mapsize(environment, (size_t)1 << 40));
    check(mdb_env_set_maxdbs(environment, 8));
    check(mdb_env_open(environment, path, MDB_NOSUBDIR | MDB_NORDAHEAD | flags, 0644));
}

static void open_tables(MDB_txn *transaction, unsigned flags) {
    check(mdb_dbi_open(transaction, "events", flags, &events));
    check(mdb_dbi_open(transaction, "index", flags | MDB_DUPSORT | MDB_DUPFIXED, &index_table));
    check(mdb_dbi_open(transaction, "states", flags, &states_table));
}

static void fold_event(const struct event *event, uint64_t position) {
    struct record record;
    if (event->head.item == NO_ITEM || !read_record(event->bytes, event->head.record_length, &record)) return;
    fold_item(&states[event->head.item], &record, position);
}

static void store(MDB_txn *transaction, const struct event *event, uint64_t position, int is_indexed) {
    uint64_t place = big(position), item = big(event->head.item);
    MDB_val key = {8, &place}, value = {event->head.length, (void *)event->bytes};
    check(mdb_put(transaction, events, &key, &value, MDB_APPEND));
    if (!is_indexed) return;
    MDB_val item_key = {8, &item}, posting = {8, &place};
    check(mdb_put(transaction, index_table, &item_key, &posting, MDB_APPENDDUP));
    if (event->head.item == NO_ITEM) return;
    fold_event(event, position);
    MDB_val row = {sizeof *states, &states[event->head.item]};
    check(mdb_put(transaction, states_table, &item_key, &row, 0));
}

static void append(const char *folder, const char *file, uint64_t more, uint64_t batch, int is_indexed) {
    int waits_for_disk = batch > 0;
    if (!waits_for_disk) batch = 50000;
    open_environment(folder, waits_for_disk ? 0 : MDB_NOSYNC);
    MDB_txn *transaction;
    check(mdb_txn_begin(environment, NULL, 0, &transaction));
    open_tables(transaction, MDB_CREATE);
    MDB_stat statistics;
    check(mdb_stat(transaction, events, &statistics));
    check(mdb_txn_commit(transaction));
    uint64_t first = statistics.ms_entries;
    struct workload all = load_workload(file, first + more);
    states = calloc(all.item_count + 1, sizeof *states);
    for (uint64_t i = 0; is_indexed && i < first; i++) fold_event(&all.events[i], i);
    double *waits = malloc(sizeof(double) * ((all.count - first) / batch + 1));
    size_t commits = 0;
    uint64_t before = written_bytes();
    double start = now_in_seconds();
    for (uint64_t next = first; next < all.count;) {
        double begun = now_in_seconds();
        check(mdb_txn_begin(environment, NULL, 0, &transaction));
        for (uint64_t i = 0; i < batch && next < all.count; i++, next++)
            store(transaction, &all.events[next], next, is_indexed);
        check(mdb_txn_commit(transaction));
        waits[commits++] = now_in_seconds() - begun;
    }
    double seconds = now_in_seconds() - start;
    mdb_env_close(environment);
    print_append(all.count - first, seconds, waits, commits, written_bytes() - before, folder);
}

static void replay(void) {
    MDB_txn *transaction;
    MDB_cursor *cursor;
    check(mdb_txn_begin(environment, NULL, MDB_RDONLY, &transaction));
    open_tables(transaction, 0);
    check(mdb_cursor_open(transaction, events, &cursor));
    struct state state = {0};
    MDB_val key, value;
    uint64_t count = 0;
    double start = now_in_seconds();
    while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0) {
        uint64_t position;
        memcpy(&position, key.mv_data, 8);
        fold(&state, value.mv_data, value.mv_size, big(position));
        count++;
    }
    print_state(&state, count, now_in_seconds() - start);
}

static void open_often(const char *folder, int rounds) {
    double waits[rounds];
    uint64_t item = 1, sum = 0;
    for (int i = 0; i < rounds; i++) {
        double begun = now_in_seconds();
        open_environment(folder, MDB_RDONLY);
        MDB_txn *transaction;
        check(mdb_txn_begin(environment, NULL, MDB_RDONLY, &transaction));
        open_tables(transaction, 0);
        uint64_t number = big(item);
        MDB_val key = {8, &number}, value;
        check(mdb_get(transaction, states_table, &key, &value));
        struct item_state state;
        memcpy(&state, value.mv_data, sizeof state);
        sum += state.number;
        mdb_txn_abort(transaction);
        mdb_env_close(environment);
        waits[i] = now_in_seconds() - begun;
        item = item * 7 % 997;
    }
    if (!sum) fail("no state was read");
    print_opened(waits, (size_t)rounds);
}

int main(int count, char **words) {
    if (count == 7 && !strcmp(words[1], "append")) {
        append(words[2], words[3], strtoull(words[4], NULL, 10), strtoull(words[5], NULL, 10), !strcmp(words[6], "all"));
    } else if (count == 3 && !strcmp(words[1], "replay")) {
        open_environment(words[2], MDB_RDONLY);
        replay();
    } else if (count == 4 && !strcmp(words[1], "open")) {
        open_often(words[2], atoi(words[3]));
    } else {
        return 64;
    }
    return 0;
}
