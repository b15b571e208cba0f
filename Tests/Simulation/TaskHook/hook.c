#include "HoldfastTaskHook.h"

#include <stdint.h>

#define SWIFT_CALL __attribute__((swiftcall))

// Of the Swift runtime: what an executor is, the hook that it asks before its own pool, and how a task is run.
struct executor {
    void *identity;
    uintptr_t implementation;
};
typedef SWIFT_CALL void (*enqueue)(void *task);
extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *task, enqueue original);
extern SWIFT_CALL void swift_job_run(void *task, struct executor executor);

static void (*taken)(void *task);

static SWIFT_CALL void take(void *task, enqueue original) {
    (void)original;
    taken(task);
}

void holdfast_take_tasks(void (*function)(void *task)) {
    taken = function;
    swift_task_enqueueGlobal_hook = take;
}

void holdfast_run_task(void *task) {
    // No executor of its own is the one that every task may run on.
    struct executor generic = {0, 0};
    swift_job_run(task, generic);
}
