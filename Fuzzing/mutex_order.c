// Tells ThreadSanitizer of the order that a contended `Mutex` makes; scripts/sanitize.sh links this into every program.
//
// A `Mutex` of Swift that is free is taken by an atomic instruction in the program itself, which the sanitizer sees. One
// that another thread holds is taken by the kernel (FUTEX_LOCK_PI), called in Swift's library, which is not built with the
// sanitizer: for it the two threads change the guarded value in no order. Thread 2 waits here, and is no race:
//
//     thread 1: state.withLock { $0 += 1 }        thread 2: state.withLock { $0 += 1 }
//
// So the two functions of the library that call the kernel get the sanitizer's marks around them. A program's own function
// is found before a library's of the same name.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Synchronization._MutexHandle._lockSlow(Swift.UInt32) -> () and ._unlockSlow() -> (); `self` is the context.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_context))

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

SWIFT void deeplink_lock(uint32_t thread, CONTEXT void *handle) __asm__(LOCK);
SWIFT void deeplink_unlock(CONTEXT void *handle) __asm__(UNLOCK);

SWIFT void deeplink_lock(uint32_t thread, CONTEXT void *handle) {
    typedef SWIFT void function(uint32_t, CONTEXT void *);
    ((function *)dlsym(RTLD_NEXT, LOCK))(thread, handle);
    __tsan_acquire(handle);
}

SWIFT void deeplink_unlock(CONTEXT void *handle) {
    typedef SWIFT void function(CONTEXT void *);
    __tsan_release(handle);
    ((function *)dlsym(RTLD_NEXT, UNLOCK))(handle);
}
