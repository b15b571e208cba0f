// Takes the place of the pool of threads that runs Swift's tasks, so that one thread runs them in an order of its choice.
#ifndef HOLDFAST_TASK_HOOK_H
#define HOLDFAST_TASK_HOOK_H

// From now on each task that is to run goes to the function instead, for the whole process. Each must be run once, or
// never: then it stands where it is for ever.
void holdfast_take_tasks(void (*take)(void *task));

// Runs a task on this thread until it waits for something.
void holdfast_run_task(void *task);

#endif
