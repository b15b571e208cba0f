// The state of items as a C program would fold it: one struct an item, in place, and the totals by which all programs compare.
#ifndef STATE_H
#define STATE_H

#include "record.h"
#include "workload.h"

struct item_state {
    uint64_t number, request, attempt, published;
    int64_t recorded_at, expected_bytes, durable_bytes, installed_bytes, not_before, undo_until, priority;
    uint8_t digest[32];
    uint8_t transfer, removal, is_wanted, is_installed;
    uint32_t attempts;
};

enum { IDLE, READY, BACKOFF, CONNECTING, RECEIVING, VERIFYING, PUBLISHING };
enum { NOT_REMOVED, REMOVAL_PENDING, REMOVAL_RUNNING };

static inline void fold_item(struct item_state *item, const struct record *record, uint64_t position) {
    item->recorded_at = record->recorded_at;
    switch (record->type) {
        case 48:
            item->number = position;
            item->expected_bytes = record->fields[2];
            break;
        case 64:
            if (item->transfer != IDLE) break;
            item->transfer = READY;
            item->is_wanted = 1;
            item->request = position;
            item->priority = record->fields[2];
            item->attempts = 0;
            break;
        case 80:
            item->transfer = CONNECTING;
            item->attempt = position;
            item->attempts++;
            break;
        case 81: item->transfer = RECEIVING; break;
        case 82: item->durable_bytes = record->fields[2]; break;
        case 84:
            item->transfer = READY;
            item->durable_bytes = record->fields[4];
            break;
        case 85:
            item->transfer = READY;
            item->durable_bytes = record->fields[3];
            break;
        case 86:
            item->transfer = BACKOFF;
            item->not_before = record->fields[2];
            break;
        case 87: item->transfer = VERIFYING; break;
        case 88:
            item->transfer = PUBLISHING;
            item->durable_bytes = record->fields[2];
            break;
        case 90:
            item->transfer = IDLE;
            item->is_wanted = 0;
            item->is_installed = 1;
            item->installed_bytes = record->fields[2];
            item->durable_bytes = 0;
            item->published = position;
            if (record->digest) memcpy(item->digest, record->digest, sizeof item->digest);
            break;
        case 112:
            item->removal = REMOVAL_PENDING;
            item->undo_until = record->fields[3];
            break;
        case 114: item->removal = REMOVAL_RUNNING; break;
        case 115:
            item->removal = NOT_REMOVED;
            item->is_installed = 0;
            item->installed_bytes = 0;
            break;
        default: break;
    }
}

// Items by number: open addressing, twice as many places as items.
struct state {
    struct item_state *items;
    uint64_t count, room;
    uint32_t *places;
    uint64_t place_count;
};

static inline uint64_t place_of(const struct state *state, uint64_t number) {
    uint64_t place = (number * 0x9e3779b97f4a7c15u >> 20) & (state->place_count - 1);
    while (state->places[place] && state->items[state->places[place] - 1].number != number)
        place = (place + 1) & (state->place_count - 1);
    return place;
}

static inline void grow_state(struct state *state) {
    state->room = state->room ? state->room * 2 : 1024;
    state->place_count = state->room * 2;
    state->items = realloc(state->items, state->room * sizeof *state->items);
    free(state->places);
    state->places = calloc(state->place_count, sizeof *state->places);
    if (!state->items || !state->places) fail("memory for the state");
    for (uint64_t i = 0; i < state->count; i++) state->places[place_of(state, state->items[i].number)] = (uint32_t)i + 1;
}

static inline void fold(struct state *state, const uint8_t *bytes, size_t length, uint64_t position) {
    struct record record;
    if (!read_record(bytes, length, &record)) fail("a record that cannot be read");
    if (record.type == 48) {
        if (state->count == state->room) grow_state(state);
        struct item_state *item = &state->items[state->count];
        memset(item, 0, sizeof *item);
        item->number = position;
        state->places[place_of(state, position)] = (uint32_t)++state->count;
        fold_item(item, &record, position);
    } else if (!record.names_subject && state->count) {
        uint32_t index = state->places[place_of(state, record.subject)];
        if (index) fold_item(&state->items[index - 1], &record, position);
    }
}

static inline void print_state(const struct state *state, uint64_t events, double seconds) {
    int64_t installed = 0, used = 0, wanted = 0, partial = 0;
    for (uint64_t i = 0; i < state->count; i++) {
        installed += state->items[i].is_installed;
        used += state->items[i].installed_bytes;
        wanted += state->items[i].is_wanted;
        partial += state->items[i].durable_bytes;
    }
    printf("events %llu\nseconds %.9f\nitems %llu\ninstalled %lld\nused %lld\nwanted %lld\npartial %lld\n",
           (unsigned long long)events, seconds, (unsigned long long)state->count, (long long)installed, (long long)used,
           (long long)wanted, (long long)partial);
}

#endif
