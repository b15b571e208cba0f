#include "include/HoldfastInterposer.h"
#include "watch.h"

#include <signal.h>

static long calls[holdfast_call_count];
static long failed_calls;
static int failing_call = -1;
static long first, count;
static int error_number, how;
static int (*asked)(int call, int *way);

static void set(int call, long n, long repeats, int error, int way) {
    watch_lock();
    for (int index = 0; index < holdfast_call_count; index++) calls[index] = 0;
    failed_calls = 0;
    failing_call = call;
    first = n;
    count = repeats;
    error_number = error;
    how = way;
    watch_unlock();
}

void holdfast_fail(int call, long n, long repeats, int error, int way) { set(call, n, repeats, error, way); }

void holdfast_fail_nothing(void) { set(-1, 0, 0, 0, 0); }

long holdfast_calls(int call) {
    watch_lock();
    long result = calls[call];
    watch_unlock();
    return result;
}

long holdfast_failed_calls(void) {
    watch_lock();
    long result = failed_calls;
    watch_unlock();
    return result;
}

void holdfast_ask(int (*function)(int call, int *way)) { asked = function; }

int fault_of(int call, int *way) {
    if (asked) return asked(call, way);
    long n = ++calls[call];
    if (call != failing_call || n < first || n - first >= count) return 0;
    failed_calls++;
    if (how == holdfast_way_killed) raise(SIGKILL);
    *way = how;
    return error_number;
}
