// SQLite in WAL mode with an events table, an index by item and a table of states, each event and its rows in the batch's transaction.
//
//   sqlite_peer fill   FOLDER WORKLOAD COUNT          up to COUNT events, without waiting for the disk
//   sqlite_peer append FOLDER WORKLOAD COUNT BATCH full|normal CALLERS
//                                                     COUNT more events from where the store ends
//   sqlite_peer replay FOLDER                         a fold of all events by a cursor
//   sqlite_peer open   FOLDER ROUNDS                  opens, reads the state of one item, closes
#include <pthread.h>
#include <sqlite3.h>

#include "state.h"

static sqlite3 *database;
static sqlite3_stmt *insert_event, *insert_state;
static struct item_state *states;

static void check(int code) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "sqlite: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static void run(const char *text) { check(sqlite3_exec(database, text, NULL, NULL, NULL)); }

static void prepare(const char *text, sqlite3_stmt **statement) {
    check(sqlite3_prepare_v2(database, text, -1, statement, NULL));
}

static void open_database(const char *folder, const char *synchronous) {
    char path[4096], text[64];
    mkdir(folder, 0755);
    snprintf(path, sizeof path, "%s/events.sqlite", folder);
    check(sqlite3_open(path, &database));
    run("PRAGMA journal_mode=WAL");
    snprintf(text, sizeof text, "PRAGMA synchronous=%s", synchronous);
    run(text);
}

static void make_tables(void) {
    run("CREATE TABLE IF NOT EXISTS events(position INTEGER PRIMARY KEY, item INTEGER, kind INTEGER, time INTEGER, body BLOB)");
    run("CREATE INDEX IF NOT EXISTS events_of_item ON events(item, position)");
    run("CREATE TABLE IF NOT EXISTS states(item INTEGER PRIMARY KEY, row BLOB)");
    prepare("INSERT INTO events VALUES(?,?,?,?,?)", &insert_event);
    prepare("INSERT INTO states VALUES(?,?) ON CONFLICT(item) DO UPDATE SET row=excluded.row", &insert_state);
}

static int64_t stored_count(void) {
    sqlite3_stmt *statement;
    prepare("SELECT COALESCE(MAX(position) + 1, 0) FROM events", &statement);
    check(sqlite3_step(statement));
    int64_t count = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return count;
}

static void fold_event(const struct event *event, uint64_t position) {
    struct record record;
    if (event->head.item == NO_ITEM || !read_record(event->bytes, event->head.record_length, &record)) return;
    fold_item(&states[event->head.item], &record, position);
}

static void store(const struct event *event, uint64_t position) {
    int64_t item = event->head.item == NO_ITEM ? -1 : (int64_t)event->head.item;
    sqlite3_bind_int64(insert_event, 1, (int64_t)position);
    sqlite3_bind_int64(insert_event, 2, item);
    sqlite3_bind_int64(insert_event, 3, event->head.kind);
    sqlite3_bind_int64(insert_event, 4, event->head.time);
    sqlite3_bind_blob(insert_event, 5, event->bytes, (int)event->head.length, SQLITE_STATIC);
    check(sqlite3_step(insert_event));
    sqlite3_reset(insert_event);
    if (item < 0) return;
    fold_event(event, position);
    sqlite3_bind_int64(insert_state, 1, item);
    sqlite3_bind_blob(insert_state, 2, &states[item], sizeof *states, SQLITE_STATIC);
    check(sqlite3_step(insert_state));
    sqlite3_reset(insert_state);
}

static struct workload all;
static uint64_t next, end, batch;
static double *waits;
static size_t commits;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

// Callers take turns: SQLite has one writer, and each commit is one caller's.
static void *caller(void *unused) {
    for (;;) {
        double begun = now_in_seconds();
        pthread_mutex_lock(&turn);
        if (next >= end) {
            pthread_mutex_unlock(&turn);
            return unused;
        }
        run("BEGIN IMMEDIATE");
        for (uint64_t i = 0; i < batch && next < end; i++, next++) store(&all.events[next], next);
        run("COMMIT");
        waits[commits++] = now_in_seconds() - begun;
        pthread_mutex_unlock(&turn);
    }
}

static void append(const char *folder, const char *file, uint64_t more, int callers) {
    make_tables();
    next = (uint64_t)stored_count();
    all = load_workload(file, next + more);
    end = all.count;
    states = calloc(all.item_count + 1, sizeof *states);
    for (uint64_t i = 0; i < next; i++) fold_event(&all.events[i], i);
    waits = malloc(sizeof(double) * ((end - next) / batch + 1));
    uint64_t events = end - next, before = written_bytes();
    double start = now_in_seconds();
    pthread_t threads[callers];
    for (int i = 0; i < callers; i++) pthread_create(&threads[i], NULL, caller, NULL);
    for (int i = 0; i < callers; i++) pthread_join(threads[i], NULL);
    double seconds = now_in_seconds() - start;
    sqlite3_finalize(insert_event);
    sqlite3_finalize(insert_state);
    check(sqlite3_close(database));
    print_append(events, seconds, waits, commits, written_bytes() - before, folder);
}

static void replay(void) {
    struct state state = {0};
    sqlite3_stmt *statement;
    prepare("SELECT position, body FROM events ORDER BY position", &statement);
    uint64_t count = 0;
    double start = now_in_seconds();
    while (sqlite3_step(statement) == SQLITE_ROW) {
        fold(&state, sqlite3_column_blob(statement, 1), (size_t)sqlite3_column_bytes(statement, 1),
             (uint64_t)sqlite3_column_int64(statement, 0));
        count++;
    }
    print_state(&state, count, now_in_seconds() - start);
}

static void open_often(const char *folder, int rounds) {
    double waits[rounds];
    uint64_t item = 1, sum = 0;
    for (int i = 0; i < rounds; i++) {
        double begun = now_in_seconds();
        open_database(folder, "FULL");
        sqlite3_stmt *statement;
        prepare("SELECT row FROM states WHERE item=?", &statement);
        sqlite3_bind_int64(statement, 1, (int64_t)item);
        if (sqlite3_step(statement) != SQLITE_ROW) fail("no such item");
        struct item_state state;
        memcpy(&state, sqlite3_column_blob(statement, 0), sizeof state);
        sum += state.number;
        sqlite3_finalize(statement);
        check(sqlite3_close(database));
        waits[i] = now_in_seconds() - begun;
        item = item * 7 % 997;
    }
    if (!sum) fail("no state was read");
    print_opened(waits, (size_t)rounds);
}

int main(int count, char **words) {
    if (count == 8 && !strcmp(words[1], "append")) {
        batch = strtoull(words[5], NULL, 10);
        open_database(words[2], words[6]);
        append(words[2], words[3], strtoull(words[4], NULL, 10), atoi(words[7]));
    } else if (count == 5 && !strcmp(words[1], "fill")) {
        batch = 50000;
        open_database(words[2], "OFF");
        append(words[2], words[3], strtoull(words[4], NULL, 10), 1);
    } else if (count == 3 && !strcmp(words[1], "replay")) {
        open_database(words[2], "FULL");
        replay();
    } else if (count == 4 && !strcmp(words[1], "open")) {
        open_often(words[2], atoi(words[3]));
    } else {
        return 64;
    }
    return 0;
}
