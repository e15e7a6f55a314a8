// The door to C: libuv, and the few Linux calls that Swift's Glibc module does not show (they need _GNU_SOURCE, are
// variadic, or have no wrapper in Debian 12's C library). Every wrapper answers like libuv: a negative errno on failure.
#pragma once

#include <errno.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <uv.h>

// The kernel's struct ucred, which the C library hides.
struct deeplink_peer {
    int pid;
    unsigned int uid;
    unsigned int gid;
};

enum {
    deeplink_so_peergroups = 59, // Linux 4.13
    deeplink_so_peerpidfd = 77,  // Linux 6.5
    deeplink_so_passrights = 83, // Linux 6.16
};

static inline int deeplink_answer(long result) {
    return result < 0 ? -errno : (int)result;
}

// The next waiting connection, close-on-exec and non-blocking from its first moment.
static inline int deeplink_accept(int listening) {
    return deeplink_answer(syscall(SYS_accept4, listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK));
}

// Marks every descriptor above the standard three close-on-exec (Linux 5.11).
static inline int deeplink_seal_descriptors(void) {
    return deeplink_answer(syscall(SYS_close_range, 3u, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */));
}

static inline int deeplink_pidfd_open(int pid) {
    return deeplink_answer(syscall(SYS_pidfd_open, pid, 0u));
}

// Signals the process group that the process named by pidfd founded (Linux 6.9; EINVAL before).
static inline int deeplink_pidfd_signal_group(int pidfd, int signal) {
    return deeplink_answer(syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 4u /* PIDFD_SIGNAL_PROCESS_GROUP */));
}

// How a child ended.
struct deeplink_end {
    int pid; // 0 where none has ended
    int number; // its exit code, or the signal that ended it
    int was_signalled;
};

// How the child of that number ended, or any that has where it is 0; the child stays to be reaped.
static inline int deeplink_peek_end(int pid, struct deeplink_end *end) {
    siginfo_t info = {0};
    int answer = deeplink_answer(
        waitid(pid > 0 ? P_PID : P_ALL, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT));
    end->pid = info.si_pid;
    end->number = info.si_status;
    end->was_signalled = info.si_code != CLD_EXITED;
    return answer;
}

// Has the kernel give this process the orphans among its descendants, and not to init.
static inline int deeplink_adopt_orphans(void) {
    return deeplink_answer(prctl(PR_SET_CHILD_SUBREAPER, 1));
}

// A descriptor of our own that can be read while `descriptor` can be written to. uv_poll makes what it watches
// non-blocking, for everybody who shares it; made for a set, it leaves the descriptor in the set alone.
static inline int deeplink_watch_writable(int descriptor) {
    struct epoll_event event = {.events = EPOLLOUT};
    int set = epoll_create1(EPOLL_CLOEXEC);
    if (set < 0) return -errno;
    if (epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event) < 0) {
        int answer = -errno;
        close(set);
        return answer;
    }
    return set;
}

// Whether a file or folder has an access list beside its mode; a link is not followed.
static inline int deeplink_has_access_list(const char *path) {
    return lgetxattr(path, "system.posix_acl_access", NULL, 0) > 0;
}

static inline int deeplink_random(void *bytes, size_t count) {
    return deeplink_answer(getrandom(bytes, count, 0));
}

extern char **environ;
static inline char **deeplink_environment(void) {
    return environ;
}
