// The interposed calls. Each does the real one under the lock, records what came of it, or fails as asked.
#define _GNU_SOURCE
#include "include/HoldfastInterposer.h"
#include "watch.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

// Runs the rest of the block only for a call that is not to fail; `failing` is what the call returns otherwise.
#define FAIL_IF_ASKED(call)                                    \
    int way = holdfast_way_refused;                            \
    int error = fault_of(call, &way);                          \
    if (error && way == holdfast_way_refused) {                \
        watch_unlock();                                        \
        errno = error;                                         \
        return -1;                                             \
    }

#define FINISH(result)                                         \
    int saved = errno;                                         \
    watch_unlock();                                            \
    errno = error ? error : saved;                             \
    return error ? -1 : (result)

// MARK: Writing

static size_t total(const struct iovec *parts, int count) {
    size_t sum = 0;
    for (int index = 0; index < count; index++) sum += parts[index].iov_len;
    return sum;
}

static char *joined(const struct iovec *parts, int count) {
    char *bytes = malloc(total(parts, count) + 1), *end = bytes;
    if (!bytes) abort();
    for (int index = 0; index < count; index++) {
        memcpy(end, parts[index].iov_base, parts[index].iov_len);
        end += parts[index].iov_len;
    }
    return bytes;
}

// All writes come here; a negative offset means the descriptor's own position.
static ssize_t write_watched(int file, const struct iovec *parts, int count, off_t offset) {
    watch_lock();
    int flags = fcntl(file, F_GETFL);
    FAIL_IF_ASKED(flags & O_DSYNC ? holdfast_call_durable_write : holdfast_call_write)
    size_t wanted = total(parts, count);
    if (error && way == holdfast_way_short) {
        wanted /= 2;
        error = 0;
    }
    char *bytes = joined(parts, count);
    off_t start = offset;
    if (offset < 0) start = lseek(file, 0, flags & O_APPEND ? SEEK_END : SEEK_CUR);
    long written = offset < 0 ? syscall(SYS_write, file, bytes, wanted)
                              : syscall(SYS_pwrite64, file, bytes, wanted, (long)offset);
    int saved_error = errno;
    if (written > 0) record_write(file, (uint64_t)start, bytes, (size_t)written, (flags & O_DSYNC) != 0);
    free(bytes);
    errno = saved_error;
    FINISH(written);
}

EXPORT ssize_t write(int file, const void *bytes, size_t count) {
    struct iovec part = {(void *)bytes, count};
    if (watch_has_file(file)) return write_watched(file, &part, 1, -1);
    return syscall(SYS_write, file, bytes, count);
}

EXPORT ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    struct iovec part = {(void *)bytes, count};
    if (watch_has_file(file)) return write_watched(file, &part, 1, offset);
    return syscall(SYS_pwrite64, file, bytes, count, (long)offset);
}

EXPORT ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return pwrite(file, bytes, count, offset);
}

EXPORT ssize_t writev(int file, const struct iovec *parts, int count) {
    if (watch_has_file(file)) return write_watched(file, parts, count, -1);
    return syscall(SYS_writev, file, parts, count);
}

EXPORT ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
    if (watch_has_file(file)) return write_watched(file, parts, count, offset);
    return syscall(SYS_pwritev, file, parts, count, (long)offset, 0L);
}

EXPORT ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t offset) {
    return pwritev(file, parts, count, offset);
}

// MARK: Sizes

EXPORT int ftruncate(int file, off_t size) {
    if (!watch_has_file(file)) return (int)syscall(SYS_ftruncate, file, (long)size);
    watch_lock();
    FAIL_IF_ASKED(holdfast_call_size)
    int result = (int)syscall(SYS_ftruncate, file, (long)size);
    if (result == 0) record_size(file, (uint64_t)size, 1);
    FINISH(result);
}

EXPORT int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }

static int allocate(int file, int mode, off_t offset, off_t size) {
    if (!watch_has_file(file)) return (int)syscall(SYS_fallocate, file, mode, (long)offset, (long)size);
    watch_lock();
    FAIL_IF_ASKED(holdfast_call_size)
    int result = (int)syscall(SYS_fallocate, file, mode, (long)offset, (long)size);
    if (result == 0) record_size(file, (uint64_t)(offset + size), 0);
    FINISH(result);
}

EXPORT int fallocate(int file, int mode, off_t offset, off_t size) { return allocate(file, mode, offset, size); }

// Returns the error number itself.
EXPORT int posix_fallocate(int file, off_t offset, off_t size) {
    return allocate(file, 0, offset, size) == 0 ? 0 : errno;
}

EXPORT int posix_fallocate64(int file, off64_t offset, off64_t size) { return posix_fallocate(file, offset, size); }

// MARK: Syncing

static int is_unsynced(void) { return getenv("HOLDFAST_UNSYNCED") != NULL; }

static int sync_or_not(int file, long number) { return is_unsynced() ? 0 : (int)syscall(number, file); }

static int sync_watched(int file, long number) {
    if (!watch_has_file(file)) return sync_or_not(file, number);
    watch_lock();
    FAIL_IF_ASKED(holdfast_call_sync)
    int result = sync_or_not(file, number);
    if (result == 0) record_sync(file);
    FINISH(result);
}

EXPORT int fsync(int file) { return sync_watched(file, SYS_fsync); }
EXPORT int fdatasync(int file) { return sync_watched(file, SYS_fdatasync); }

// MARK: Names

static int open_watched(int folder, const char *path, const char *full, int flags, mode_t mode) {
    watch_lock();
    FAIL_IF_ASKED(holdfast_call_open)
    int was_there = watch_node_of_path(full) != 0;
    int file = (int)syscall(SYS_openat, folder, path, flags, mode);
    if (file >= 0 && flags & O_CREAT && !was_there) record_made(watch_place(full), watch_node(file), 0);
    if (file >= 0 && flags & O_TRUNC && was_there) record_size(file, 0, 1);
    if (error && file >= 0) syscall(SYS_close, file);
    FINISH(file);
}

static int open_any(int folder, const char *path, int flags, mode_t mode) {
    char full[PATH_MAX];
    if (watch_has_path(folder, path, full)) return open_watched(folder, path, full, flags, mode);
    const char *boot = getenv("HOLDFAST_BOOT_ID");
    if (boot && strcmp(path, "/proc/sys/kernel/random/boot_id") == 0) path = boot;
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static mode_t mode_of(int flags, va_list rest) {
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
}

#define OPEN(name, folder, ...)                                \
    EXPORT int name(__VA_ARGS__, int flags, ...) {             \
        va_list rest;                                          \
        va_start(rest, flags);                                 \
        mode_t mode = mode_of(flags, rest);                    \
        va_end(rest);                                          \
        return open_any(folder, path, flags, mode);            \
    }

OPEN(open, AT_FDCWD, const char *path)
OPEN(open64, AT_FDCWD, const char *path)
OPEN(openat, folder, int folder, const char *path)
OPEN(openat64, folder, int folder, const char *path)

EXPORT int renameat2(int from, const char *path, int to, const char *new_path, unsigned int flags) {
    char full[PATH_MAX], new_full[PATH_MAX];
    if (!watch_has_path(from, path, full) || !watch_has_path(to, new_path, new_full)) {
        return (int)syscall(SYS_renameat2, from, path, to, new_path, flags);
    }
    watch_lock();
    FAIL_IF_ASKED(holdfast_call_rename)
    int result = (int)syscall(SYS_renameat2, from, path, to, new_path, flags);
    if (result == 0) record_rename(watch_place(full), watch_place(new_full));
    FINISH(result);
}

EXPORT int renameat(int from, const char *path, int to, const char *new_path) {
    return renameat2(from, path, to, new_path, 0);
}

EXPORT int rename(const char *path, const char *new_path) {
    return renameat2(AT_FDCWD, path, AT_FDCWD, new_path, 0);
}

EXPORT int linkat(int from, const char *path, int to, const char *new_path, int flags) {
    char full[PATH_MAX];
    if (!watch_has_path(to, new_path, full)) return (int)syscall(SYS_linkat, from, path, to, new_path, flags);
    watch_lock();
    FAIL_IF_ASKED(holdfast_call_rename)
    int result = (int)syscall(SYS_linkat, from, path, to, new_path, flags);
    if (result == 0) record_link(watch_place(full), watch_node_of_path(full));
    FINISH(result);
}

EXPORT int unlinkat(int folder, const char *path, int flags) {
    char full[PATH_MAX];
    if (!watch_has_path(folder, path, full)) return (int)syscall(SYS_unlinkat, folder, path, flags);
    watch_lock();
    FAIL_IF_ASKED(holdfast_call_unlink)
    int result = (int)syscall(SYS_unlinkat, folder, path, flags);
    if (result == 0) record_unlink(watch_place(full));
    FINISH(result);
}

EXPORT int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

EXPORT int mkdirat(int folder, const char *path, mode_t mode) {
    char full[PATH_MAX];
    if (!watch_has_path(folder, path, full)) return (int)syscall(SYS_mkdirat, folder, path, mode);
    watch_lock();
    FAIL_IF_ASKED(holdfast_call_mkdir)
    int result = (int)syscall(SYS_mkdirat, folder, path, mode);
    if (result == 0) record_made(watch_place(full), watch_node_of_path(full), 1);
    FINISH(result);
}

EXPORT int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

// MARK: Maps

EXPORT void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    if (file >= 0 && watch_has_file(file)) {
        int way = holdfast_way_refused;
        watch_lock();
        int error = fault_of(holdfast_call_map, &way);
        watch_unlock();
        if (error) {
            errno = error;
            return MAP_FAILED;
        }
    }
    return (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}

// MARK: Space

static long long (*free_space)(void);
static long long pretended_capacity;

void holdfast_pretend_space(long long (*free_bytes)(void), long long capacity) {
    free_space = free_bytes;
    pretended_capacity = capacity;
}

EXPORT int fstatvfs(int file, struct statvfs *facts) {
    static int (*real)(int, struct statvfs *);
    if (!real) real = (int (*)(int, struct statvfs *))dlsym(RTLD_NEXT, "fstatvfs");
    int result = real(file, facts);
    if (result == 0 && free_space && watch_has_file(file)) {
        long long bytes = free_space();
        facts->f_frsize = 1;
        facts->f_blocks = (fsblkcnt_t)pretended_capacity;
        facts->f_bfree = facts->f_bavail = (fsblkcnt_t)(bytes < 0 ? 0 : bytes);
    }
    return result;
}
