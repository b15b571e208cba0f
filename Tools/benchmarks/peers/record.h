// Reads a record: what a fold of state needs of it, out of the same bytes that Holdfast stores. See Format.md.
#ifndef RECORD_H
#define RECORD_H

#include <stdint.h>
#include <string.h>

enum { FIELDS_MAX = 12 };

struct record {
    uint64_t type;
    uint64_t subject;
    int names_subject;
    int64_t recorded_at;
    // By key: the integers of the payload, and its digest.
    int64_t fields[FIELDS_MAX + 1];
    uint32_t present;
    const uint8_t *digest;
};

struct reader {
    const uint8_t *at, *end;
};

static inline uint64_t read_head(struct reader *reader, int *major) {
    if (reader->at >= reader->end) {
        *major = -1;
        return 0;
    }
    uint8_t first = *reader->at++;
    *major = first >> 5;
    uint64_t value = first & 31;
    if (value < 24) return value;
    int width = 1 << (value - 24);
    if (value > 27 || reader->end - reader->at < width) {
        *major = -1;
        return 0;
    }
    value = 0;
    for (int i = 0; i < width; i++) value = value << 8 | *reader->at++;
    return value;
}

static inline int skip_value(struct reader *reader) {
    int major;
    uint64_t value = read_head(reader, &major);
    if (major < 0) return 0;
    if (major == 2 || major == 3) {
        if ((uint64_t)(reader->end - reader->at) < value) return 0;
        reader->at += value;
    } else if (major == 4 || major == 5) {
        for (uint64_t i = 0; i < (major == 5 ? 2 * value : value); i++)
            if (!skip_value(reader)) return 0;
    }
    return 1;
}

static inline int read_payload(struct reader *reader, struct record *record) {
    int major;
    uint64_t count = read_head(reader, &major);
    if (major != 5) return 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t key = read_head(reader, &major);
        if (major != 0) return 0;
        struct reader start = *reader;
        uint64_t value = read_head(reader, &major);
        if (major == 0 || major == 1) {
            if (key <= FIELDS_MAX) {
                record->fields[key] = major == 0 ? (int64_t)value : ~(int64_t)value;
                record->present |= 1u << key;
            }
        } else {
            if (major == 2 && value == 33 && reader->end - reader->at >= 33) record->digest = reader->at + 1;
            *reader = start;
            if (!skip_value(reader)) return 0;
        }
    }
    return 1;
}

static inline int read_record(const uint8_t *bytes, size_t length, struct record *record) {
    struct reader reader = {bytes, bytes + length};
    memset(record, 0, sizeof *record);
    int major;
    uint64_t count = read_head(&reader, &major);
    if (major != 5) return 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t key = read_head(&reader, &major);
        if (major != 0) return 0;
        if (key == 0) {
            record->type = read_head(&reader, &major);
        } else if (key == 2) {
            struct reader start = reader;
            record->subject = read_head(&reader, &major);
            if (major == 3) {
                record->names_subject = 1;
                reader = start;
                if (!skip_value(&reader)) return 0;
            }
        } else if (key == 3) {
            record->recorded_at = (int64_t)read_head(&reader, &major);
        } else if (key == 9) {
            if (!read_payload(&reader, record)) return 0;
        } else if (!skip_value(&reader)) {
            return 0;
        }
    }
    return 1;
}

#endif
