// The few Linux calls that Swift's Glibc module does not export: they need _GNU_SOURCE, are variadic, or have no wrapper in
// Debian 12's C library. Unless its comment says otherwise, a function returns a negative errno on failure, like libuv.
//
// This header includes no system header: Swift would import the types of those as types of this module.
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
    deeplink_so_passrights = 83, // Linux 6.16; allows passed descriptors
};

// Sends each message of `bytes` as a datagram, without waiting. A NUL byte ends a message. Returns the number of bytes sent,
// with their ends, if at least the first message was sent.
long deeplink_send_each(int descriptor, const void *bytes, size_t count);

// Accepts the next waiting connection, close-on-exec and non-blocking from the start, and sets `peer` to the process that
// connected.
int deeplink_accept(int listening, struct deeplink_peer *peer);

// Copies the next bytes of a socket without removing them; sets `has_descriptors` if descriptors came with them.
int deeplink_look(int descriptor, void *bytes, size_t count, int *has_descriptors);

// The number of readable bytes in a socket.
int deeplink_unread(int descriptor);

// Starts a thread that writes to a copy of `to` everything it reads from `from`, and closes both at its end. Messages have
// at most 4096 bytes.
int deeplink_start_relay(int from, int to);

// Starts a thread that runs `run` with every signal blocked, and is not joined.
int deeplink_start_detached(void *(*run)(void *), void *argument);

// A counter that is readable while it is not zero, close-on-exec and non-blocking.
int deeplink_make_event(void);

// Blocks the signals of this thread, and makes a descriptor that is readable while one of them is pending.
int deeplink_watch_signals(const int *numbers, int count);

// Takes a pending signal; -EAGAIN if there is none.
int deeplink_next_signal(int descriptor);

// A thread that holds a copy of the descriptor table.
struct deeplink_keeper;

// Waits until a new thread has a copy of all open descriptors; returns NULL if the system has no thread left or refuses.
struct deeplink_keeper *deeplink_begin_keeping(void);

// Ends the thread. The join returns before the kernel closes the thread's descriptors, so this does not wait for that.
void deeplink_end_keeping(struct deeplink_keeper *keeper);

// Marks every descriptor above the standard three close-on-exec (Linux 5.11).
int deeplink_seal_descriptors(void);

// Closes every descriptor above the standard three (Linux 5.9).
int deeplink_close_descriptors(void);

// Makes a pipe, close-on-exec: the reading end and the writing end.
int deeplink_pipe(int ends[2]);

int deeplink_pidfd_open(int pid);

// Signals the process group that the process named by pidfd founded (Linux 6.9; EINVAL before).
int deeplink_pidfd_signal_group(int pidfd, int signal);

// Starts a program in a session of its own; returns 0 and sets `pid`. No signal is blocked, and all have their default
// effect. The program's first three descriptors are those of `streams`, or /dev/null where one is negative. It inherits
// every other descriptor that is not close-on-exec. It starts in `directory`, or in this process's own directory if that is
// NULL. The program is the open descriptor `program`, or the file at `path` if that is negative.
int deeplink_spawn(
    int *pid, const char *path, int program, char *const arguments[], char *const environment[], const char *directory,
    const int streams[3]);

// Makes the next start look up again which signals have another action than the default one. To be called whenever this
// process has changed the action of a signal.
void deeplink_forget_signals(void);

// How a child ended.
struct deeplink_end {
    int pid; // 0 if none has ended
    int number; // its exit code, or the signal that ended it
    int was_signalled;
};

// Finds out how the child `pid` ended; for 0, any child that this thread started or adopted. The child is not reaped.
int deeplink_peek_end(int pid, struct deeplink_end *end);

// Makes the kernel give this process, not init, the orphans among its descendants.
int deeplink_adopt_orphans(void);

// Makes this process one of which no core is dumped, and whose memory, environment and descriptors other processes without
// privileges cannot read. exec undoes it.
int deeplink_refuse_inspection(void);

// Creates an epoll set that is readable while `descriptor` is writable. uv_poll makes its descriptor non-blocking for every
// process that shares it; given the set, it leaves the descriptor itself unchanged.
int deeplink_watch_writable(int descriptor);

// An epoll set of connections, for `deeplink_watch_hangup`.
int deeplink_make_hangup_set(void);

// Adds a connection to the set, under a number. Nothing of it is watched but that its peer hangs up: EPOLLHUP, which epoll
// always reports. It leaves the set when its last descriptor is closed.
int deeplink_watch_hangup(int set, int descriptor, unsigned long long number);

// Takes the numbers of connections whose peers have hung up, without waiting, and returns how many. Each is reported once.
int deeplink_next_hangups(int set, unsigned long long *numbers, int count);

// True if a file or folder has an access list in addition to its mode; a link is not followed.
int deeplink_has_access_list(const char *path);
// Copies a file's access list and returns its length, or a negated errno value; a link is followed.
int deeplink_access_list(const char *path, void *bytes, size_t count);

int deeplink_random(void *bytes, size_t count);

// Makes a file in memory that has these bytes and is never changed, close-on-exec, to be read from its beginning. Its name is
// for people who look at the descriptors of a process.
int deeplink_make_file(const char *name, const void *bytes, size_t count);

// True if an open file is one in memory that nothing can change any more, by any descriptor or mapping of it.
int deeplink_is_sealed(int file);

// Sends a datagram with a copy of a descriptor; the receiver's address is in the layout of struct sockaddr.
int deeplink_send_with_descriptor(
    int socket, const void *address, unsigned length, const void *bytes, size_t count, int descriptor);

// The name of an errno value, `ENOENT`, and a description of it; NULL for an unknown number (glibc 2.32).
extern const char *strerrorname_np(int number);
extern const char *strerrordesc_np(int number);

char **deeplink_environment(void);

// True if the dynamic linker finds a library and all that it needs. It is loaded for the look, and not kept.
int deeplink_has_library(const char *name);

// An option for getopt_long(3), in the layout of its struct option.
struct deeplink_option {
    const char *name;
    int takes_value; // 0 no, 1 yes, 2 perhaps
    int *flag; // NULL
    int number; // above 255
};

// What getopt_long(3) found; all zero before the first call.
struct deeplink_option_word {
    int kind; // 0 an option, '?' an unknown one, ':' one without its value, 1 a word that is none, -1 the end of options
    int option; // the number of the option, or its letter
    int next; // the index of the word to go on with
    char *value; // of the option, or the word; NULL if there is none
};

// Finds the next option of a program's words, the first of which is its name. The words keep their order. The table of
// options ends with one that is all zero. One thread at a time.
void deeplink_next_option(
    int count, char *const words[], const char *letters, const struct deeplink_option *options,
    struct deeplink_option_word *word);
