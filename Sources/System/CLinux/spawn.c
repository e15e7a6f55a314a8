// Starts programs, as posix_spawn does: the child shares the memory of this process until it calls exec, so that no
// page table is copied, and the thread that starts it waits until then. What the C library's function does besides
// takes a fifth of the starts that two threads can make in a second:
//
//     a mapping for the child's stack     its removal interrupts the processors of all other threads; here the stack is
//                                         in the frame of the caller, who waits
//     64 calls of sigaction               here the signals whose action is not the default one are looked up once
//     a path of /proc for a descriptor    the kernel makes entries of /proc for the child, and drops them at its end;
//                                         here execveat gets the descriptor
//
// clone and not clone3: `RestrictNamespaces=` of systemd refuses clone3. vfork would let the child return from a
// function whose frame the parent still needs.
//
// Nothing of the child may run a handler of this process: it would change the memory of the parent. So all signals are
// blocked, for the child too, until the child has given each of them its default action. For the same reason the child
// makes system calls, and calls no other function of the C library: a sanitizer stands before those, and would note as
// the parent's what is the child's.

#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    // The child calls a few small functions, and the dynamic loader when it calls one for the first time.
    deeplink_stack_size = 32 << 10,
    deeplink_signal_count = 64,
};

// The C library's `clone`, under its other name. ThreadSanitizer takes a call of `clone` for a fork, and fails if the
// memory is shared.
extern int __clone(int (*run)(void *), void *stack, int flags, void *argument, ...);

struct deeplink_child {
    const char *path;
    int program;
    char *const *arguments;
    char *const *environment;
    const char *directory;
    const int *streams;
    uint64_t signals;
    volatile int failure;
};

static pthread_mutex_t deeplink_signals_lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t deeplink_signals;
static int deeplink_signals_are_known;

void deeplink_forget_signals(void) {
    pthread_mutex_lock(&deeplink_signals_lock);
    deeplink_signals_are_known = 0;
    pthread_mutex_unlock(&deeplink_signals_lock);
}

// The signals whose action is not the default one; bit 0 is signal 1. The kernel is asked, because the C library hides its
// own two, 32 and 33, which the parent of this process may have left ignored.
static uint64_t deeplink_changed_signals(void) {
    pthread_mutex_lock(&deeplink_signals_lock);
    if (!deeplink_signals_are_known) {
        deeplink_signals = 0;
        for (int number = 1; number <= deeplink_signal_count; number++) {
            // The kernel's own structure: the handler is its first word.
            uint64_t action[4] = {0};
            if (syscall(SYS_rt_sigaction, number, NULL, action, sizeof(uint64_t)) < 0) continue;
            if (action[0] != (uint64_t)(uintptr_t)SIG_DFL) deeplink_signals |= UINT64_C(1) << (number - 1);
        }
        deeplink_signals_are_known = 1;
    }
    uint64_t signals = deeplink_signals;
    pthread_mutex_unlock(&deeplink_signals_lock);
    return signals;
}

__attribute__((no_sanitize("address", "thread"))) static int deeplink_set_mask(const uint64_t *mask, uint64_t *before) {
    return (int)syscall(SYS_rt_sigprocmask, SIG_SETMASK, mask, before, sizeof *mask);
}

// Puts /dev/null or a pipe at the place of one of the first three descriptors.
__attribute__((no_sanitize("address", "thread"))) static long deeplink_set_stream(int number, int stream) {
    if (stream >= 0) return syscall(SYS_dup3, stream, number, 0);
    long null = syscall(SYS_openat, AT_FDCWD, "/dev/null", (number == 0 ? O_RDONLY : O_RDWR) | O_CLOEXEC);
    if (null < 0) return -1;
    // The first free descriptor may be this one.
    if (null == number) return syscall(SYS_fcntl, null, F_SETFD, 0);
    long answer = syscall(SYS_dup3, null, number, 0);
    syscall(SYS_close, null);
    return answer;
}

// Runs in the child, in the memory of the parent. It returns only if the program was not started.
__attribute__((no_sanitize("address", "thread"))) static int deeplink_become(struct deeplink_child *child) {
    // The kernel's own structure: zeroes are the default action, without flags and mask.
    const uint64_t action[4] = {0};
    const uint64_t none = 0;
    for (uint64_t left = child->signals; left; left &= left - 1) {
        if (syscall(SYS_rt_sigaction, __builtin_ctzll(left) + 1, action, NULL, sizeof none) < 0) return errno;
    }
    if (syscall(SYS_setsid) < 0) return errno;
    for (int number = 0; number < 3; number++) {
        if (deeplink_set_stream(number, child->streams[number]) < 0) return errno;
    }
    if (child->directory && syscall(SYS_chdir, child->directory) < 0) return errno;
    if (deeplink_set_mask(&none, NULL) < 0) return errno;
    if (child->program >= 0) {
        syscall(SYS_execveat, child->program, "", child->arguments, child->environment, AT_EMPTY_PATH);
    } else {
        syscall(SYS_execve, child->path, child->arguments, child->environment);
    }
    return errno;
}

__attribute__((no_sanitize("address", "thread"))) static int deeplink_run_child(void *argument) {
    struct deeplink_child *child = (struct deeplink_child *)argument;
    child->failure = deeplink_become(child);
    for (;;) syscall(SYS_exit_group, 127);
}

// Starts the child and waits until it has called exec, with all signals blocked.
__attribute__((no_sanitize("address", "thread"))) static int deeplink_clone(struct deeplink_child *child) {
    // The child uses it while this thread waits.
    char stack[deeplink_stack_size] __attribute__((aligned(16)));
    const uint64_t all = ~UINT64_C(0);
    uint64_t before = 0;
    if (deeplink_set_mask(&all, &before) < 0) return -errno;
    int pid = __clone(deeplink_run_child, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, child);
    int answer = pid < 0 ? -errno : pid;
    if (pid > 0 && child->failure != 0) {
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
        answer = -child->failure;
    }
    deeplink_set_mask(&before, NULL);
    return answer;
}

int deeplink_spawn(
    int *pid, const char *path, int program, char *const arguments[], char *const environment[], const char *directory,
    const int streams[3]) {
    int own[3] = {streams[0], streams[1], streams[2]};
    int moved[3] = {-1, -1, -1};
    int answer = 0;
    for (int number = 0; number < 3 && answer >= 0; number++) {
        // A descriptor among the first three would be replaced before it is duplicated.
        if (own[number] < 0 || own[number] > 2) continue;
        own[number] = moved[number] = fcntl(own[number], F_DUPFD_CLOEXEC, 3);
        if (moved[number] < 0) answer = -errno;
    }
    if (answer >= 0) {
        struct deeplink_child child = {
            .path = path,
            .program = program,
            .arguments = arguments,
            .environment = environment,
            .directory = directory,
            .streams = own,
            .signals = deeplink_changed_signals(),
        };
        answer = deeplink_clone(&child);
        if (answer > 0) *pid = answer;
    }
    for (int number = 0; number < 3; number++) {
        if (moved[number] >= 0) close(moved[number]);
    }
    return answer < 0 ? answer : 0;
}
