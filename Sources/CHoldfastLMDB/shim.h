// Names liblmdb for Swift. LMDB 1.0 cannot read files of 0.9 and reports only "invalid", so the mix is refused here.
#pragma once
#include <lmdb.h>
#include <pthread.h>
#ifdef __linux__
#include <sys/vfs.h>
// Declared by glibc only under _GNU_SOURCE.
extern int pthread_setname_np(pthread_t thread, const char *name);
#endif

#if MDB_VERSION_MAJOR != 0 || MDB_VERSION_FULL < MDB_VERINT(0, 9, 24)
#error "Holdfast needs LMDB 0.9.24 or a later 0.9 release"
#endif
