// The Linux calls that Swift's Glibc module does not show: they need _GNU_SOURCE, are variadic, or have no wrapper in Debian
// 12's C library. Unless it says otherwise, a function returns a negative errno on failure, as libuv does.
//
// The header includes no header of the system: Swift would take the types of those for this module's.
#pragma once

#include <stddef.h>

// The kernel's struct ucred, which the C library hides.
struct deeplink_peer {
    int pid;
    unsigned int uid;
    unsigned int gid;
};

enum {
    deeplink_so_peergroups = 59, // Linux 4.13
    deeplink_so_peerpidfd = 77,  // Linux 6.5
    deeplink_so_passrights = 83, // Linux 6.16; whether descriptors can be passed to it
};

// The next waiting connection, close-on-exec and non-blocking from its first moment.
int deeplink_accept(int listening);

// Looks at the next bytes of a socket, which stay; says whether descriptors came with them.
int deeplink_look(int descriptor, void *bytes, size_t count, int *has_descriptors);

// How many bytes a socket holds that can be read.
int deeplink_unread(int descriptor);

// Starts a thread that writes to a copy of `to` what it reads from `from`, and closes both at its end.
// Messages have 4096 bytes at most.
int deeplink_start_relay(int from, int to);

// A thread that holds a copy of the descriptor table.
struct deeplink_keeper;

// Waits until a new thread has a copy of all descriptors that are open; NULL where the system has no thread left or refuses.
struct deeplink_keeper *deeplink_begin_keeping(void);

// Lets the thread end and frees it. The join does not wait for the kernel, which closes the thread's descriptors afterwards.
void deeplink_end_keeping(struct deeplink_keeper *keeper);

// Marks every descriptor above the standard three close-on-exec (Linux 5.11).
int deeplink_seal_descriptors(void);

int deeplink_pidfd_open(int pid);

// Signals the process group that the process named by pidfd founded (Linux 6.9; EINVAL before).
int deeplink_pidfd_signal_group(int pidfd, int signal);

// Starts a program in a session of its own; answers 0 and sets `pid`. All signals but 32 and 33 have their default, and none
// is blocked. The program's first three descriptors are those of `streams`, and /dev/null where one is negative. It inherits
// every other descriptor that is not close-on-exec. It starts in `directory`, or in this process's own if that is NULL.
int deeplink_spawn(
    int *pid, const char *path, char *const arguments[], char *const environment[], const char *directory,
    const int streams[3]);

// How a child ended.
struct deeplink_end {
    int pid; // 0 where none has ended
    int number; // its exit code, or the signal that ended it
    int was_signalled;
};

// How the child of that number ended, or where it is 0 any that this thread started or adopted; the child stays to be reaped.
int deeplink_peek_end(int pid, struct deeplink_end *end);

// Has the kernel give this process the orphans among its descendants, and not to init.
int deeplink_adopt_orphans(void);

// A descriptor of our own that can be read while `descriptor` can be written to. uv_poll makes what it watches
// non-blocking, for everybody who shares it; made for a set, it leaves the descriptor in the set alone.
int deeplink_watch_writable(int descriptor);

// Whether a file or folder has an access list beside its mode; a link is not followed.
int deeplink_has_access_list(const char *path);

int deeplink_random(void *bytes, size_t count);

// The name of an errno value, `ENOENT`, and a description of it; NULL for an unknown number (glibc 2.32).
extern const char *strerrorname_np(int number);
extern const char *strerrordesc_np(int number);

char **deeplink_environment(void);
