// Preloaded into a process, it watches and fails what that process does to the files of one folder.
//
// Environment: HOLDFAST_WATCHED, the folder (absolute, free of links); HOLDFAST_RECORDING, a file that receives the
// operations in order (see recording.c for its form); HOLDFAST_BOOT_ID, a file that is read in place of the system's
// boot id; HOLDFAST_UNSYNCED, for a process whose files nobody needs later: its syncs do nothing, which saves time.
#ifndef HOLDFAST_INTERPOSER_H
#define HOLDFAST_INTERPOSER_H

// Classes of calls that can fail. The numbers are those of FaultClass in Swift.
enum holdfast_call {
    holdfast_call_write,
    holdfast_call_sync,
    holdfast_call_rename,
    holdfast_call_open,
    holdfast_call_size,
    holdfast_call_unlink,
    holdfast_call_map,
    holdfast_call_mkdir,
    // Writes through a descriptor with O_DSYNC, which are not counted with the others.
    holdfast_call_durable_write,
    holdfast_call_count
};

// How the chosen call fails.
enum holdfast_way {
    // Nothing is done.
    holdfast_way_refused,
    // All is done, and the call says that it failed.
    holdfast_way_done,
    // A write of half of the bytes, which says so.
    holdfast_way_short,
    // The process dies before the call.
    holdfast_way_killed
};

// Writes a mark into the recording, after everything that was done before it.
void holdfast_mark(const char *text);

// From now on the n-th call (from 1) of the class fails with the error number, and `count - 1` calls after it.
// Counting begins anew.
void holdfast_fail(int call, long n, long count, int error, int way);

// Nothing fails any more; counting begins anew.
void holdfast_fail_nothing(void);

// Calls of the class since counting began.
long holdfast_calls(int call);

// Calls that failed on purpose since counting began.
long holdfast_failed_calls(void);

// From now on the function is asked at each watched call, which fails as it says: an error number, 0 for none, and in
// `way` how. It must do nothing that is watched itself. NULL ends it.
void holdfast_ask(int (*asked)(int call, int *way));

// From now on the volume of a watched file has as many free bytes as the function says, of so many in all. NULL ends it.
void holdfast_pretend_space(long long (*free_bytes)(void), long long capacity);

#endif
