#define _GNU_SOURCE
#include "clinux.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static int deeplink_answer(long result) {
    return result < 0 ? -errno : (int)result;
}

int deeplink_accept(int listening, struct deeplink_peer *peer) {
    long descriptor = syscall(SYS_accept4, listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) return -errno;
    socklen_t size = sizeof *peer;
    if (getsockopt((int)descriptor, SOL_SOCKET, SO_PEERCRED, peer, &size) < 0) {
        int answer = -errno;
        close((int)descriptor);
        return answer;
    }
    return (int)descriptor;
}

int deeplink_look(int descriptor, void *bytes, size_t count, int *has_descriptors) {
    struct iovec room = {bytes, count};
    struct msghdr message = {.msg_iov = &room, .msg_iovlen = 1};
    long answer = recvmsg(descriptor, &message, MSG_PEEK | MSG_DONTWAIT);
    *has_descriptors = answer >= 0 && (message.msg_flags & MSG_CTRUNC) != 0;
    return deeplink_answer(answer);
}

int deeplink_unread(int descriptor) {
    int count = 0;
    int answer = ioctl(descriptor, FIONREAD, &count);
    return answer < 0 ? -errno : count;
}

// Starts a thread with all signals blocked: a handler must not run where the descriptor table is another.
static int deeplink_start_thread(pthread_t *thread, void *(*run)(void *), void *argument) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int answer = pthread_create(thread, NULL, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return -answer;
}

int deeplink_start_detached(void *(*run)(void *), void *argument) {
    pthread_t thread;
    int answer = deeplink_start_thread(&thread, run, argument);
    if (answer == 0) pthread_detach(thread);
    return answer;
}

int deeplink_make_event(void) {
    return deeplink_answer(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

int deeplink_watch_signals(const int *numbers, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int index = 0; index < count; index++) {
        if (sigaddset(&set, numbers[index]) < 0) return -errno;
    }
    int answer = pthread_sigmask(SIG_BLOCK, &set, NULL);
    return answer != 0 ? -answer : deeplink_answer(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

int deeplink_next_signal(int descriptor) {
    struct signalfd_siginfo signal;
    ssize_t count = read(descriptor, &signal, sizeof signal);
    return count < 0 ? -errno : (int)signal.ssi_signo;
}

struct deeplink_relay {
    int from;
    int to;
};

static void *deeplink_run_relay(void *argument) {
    struct deeplink_relay relay = *(struct deeplink_relay *)argument;
    free(argument);
    char bytes[4096];
    for (;;) {
        ssize_t count = read(relay.from, bytes, sizeof bytes);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        ssize_t done = 0;
        while (done < count) {
            ssize_t written = write(relay.to, bytes + done, (size_t)(count - done));
            if (written < 0 && errno != EINTR) break;
            if (written > 0) done += written;
        }
        if (done < count) break;
    }
    close(relay.to);
    close(relay.from);
    return NULL;
}

int deeplink_start_relay(int from, int to) {
    pthread_t thread;
    struct deeplink_relay *relay = (struct deeplink_relay *)malloc(sizeof *relay);
    if (!relay) return -ENOMEM;
    relay->from = from;
    relay->to = fcntl(to, F_DUPFD_CLOEXEC, 3);
    int answer = relay->to < 0 ? -errno : deeplink_start_thread(&thread, deeplink_run_relay, relay);
    if (answer == 0) {
        pthread_detach(thread);
        return 0;
    }
    if (relay->to >= 0) close(relay->to);
    free(relay);
    return answer;
}

struct deeplink_keeper {
    pthread_t thread;
    sem_t has_begun;
    sem_t may_end;
    int answer;
};

static void *deeplink_keep(void *argument) {
    struct deeplink_keeper *keeper = (struct deeplink_keeper *)argument;
    keeper->answer = deeplink_answer(syscall(SYS_unshare, 0x400 /* CLONE_FILES */));
    sem_post(&keeper->has_begun);
    while (sem_wait(&keeper->may_end) < 0) {}
    return NULL;
}

void deeplink_end_keeping(struct deeplink_keeper *keeper) {
    sem_post(&keeper->may_end);
    pthread_join(keeper->thread, NULL);
    free(keeper);
}

struct deeplink_keeper *deeplink_begin_keeping(void) {
    struct deeplink_keeper *keeper = (struct deeplink_keeper *)calloc(1, sizeof *keeper);
    if (!keeper) return NULL;
    sem_init(&keeper->has_begun, 0, 0);
    sem_init(&keeper->may_end, 0, 0);
    if (deeplink_start_thread(&keeper->thread, deeplink_keep, keeper) < 0) {
        free(keeper);
        return NULL;
    }
    while (sem_wait(&keeper->has_begun) < 0) {}
    if (keeper->answer == 0) return keeper;
    deeplink_end_keeping(keeper);
    return NULL;
}

int deeplink_seal_descriptors(void) {
    return deeplink_answer(syscall(SYS_close_range, 3u, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */));
}

int deeplink_close_descriptors(void) {
    return deeplink_answer(syscall(SYS_close_range, 3u, ~0u, 0u));
}

int deeplink_pipe(int ends[2]) {
    return deeplink_answer(pipe2(ends, O_CLOEXEC));
}

int deeplink_pidfd_open(int pid) {
    return deeplink_answer(syscall(SYS_pidfd_open, pid, 0u));
}

int deeplink_pidfd_signal_group(int pidfd, int signal) {
    return deeplink_answer(syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 4u /* PIDFD_SIGNAL_PROCESS_GROUP */));
}

int deeplink_peek_end(int pid, struct deeplink_end *end) {
    siginfo_t info = {0};
    int answer = deeplink_answer(
        waitid(pid > 0 ? P_PID : P_ALL, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT | (pid > 0 ? 0 : __WNOTHREAD)));
    end->pid = info.si_pid;
    end->number = info.si_status;
    end->was_signalled = info.si_code != CLD_EXITED;
    return answer;
}

int deeplink_adopt_orphans(void) {
    return deeplink_answer(prctl(PR_SET_CHILD_SUBREAPER, 1));
}

int deeplink_refuse_inspection(void) {
    return deeplink_answer(prctl(PR_SET_DUMPABLE, 0));
}

int deeplink_watch_writable(int descriptor) {
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

int deeplink_has_access_list(const char *path) {
    return lgetxattr(path, "system.posix_acl_access", NULL, 0) > 0;
}

int deeplink_access_list(const char *path, void *bytes, size_t count) {
    return deeplink_answer(getxattr(path, "system.posix_acl_access", bytes, count));
}

int deeplink_random(void *bytes, size_t count) {
    return deeplink_answer(getrandom(bytes, count, 0));
}

extern char **environ;

char **deeplink_environment(void) {
    return environ;
}

int deeplink_has_library(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return library && dlclose(library) == 0;
}

_Static_assert(
    sizeof(struct deeplink_option) == sizeof(struct option)
        && offsetof(struct deeplink_option, number) == offsetof(struct option, val),
    "struct deeplink_option has another layout than struct option");

void deeplink_next_option(
    int count, char *const words[], const char *letters, const struct deeplink_option *options,
    struct deeplink_option_word *word) {
    // At 0 it forgets what it read before.
    optind = word->next;
    optarg = NULL;
    int found = getopt_long(count, words, letters, (const struct option *)options, NULL);
    word->kind = found == '?' || found == ':' || found == 1 || found == -1 ? found : 0;
    word->option = found == ':' ? optopt : found;
    word->next = optind;
    word->value = optarg;
}

int deeplink_make_hangup_set(void) {
    return deeplink_answer(epoll_create1(EPOLL_CLOEXEC));
}

int deeplink_watch_hangup(int set, int descriptor, unsigned long long number) {
    struct epoll_event event = {.events = EPOLLET, .data.u64 = number};
    return deeplink_answer(epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event));
}

int deeplink_next_hangups(int set, unsigned long long *numbers, int count) {
    struct epoll_event events[64];
    int found = epoll_wait(set, events, count < 64 ? count : 64, 0);
    for (int index = 0; index < found; index++) numbers[index] = events[index].data.u64;
    return deeplink_answer(found);
}

enum { deeplink_all_seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE };

int deeplink_make_file(const char *name, const void *bytes, size_t count) {
    // MFD_NOEXEC_SEAL: systems that allow no other files of this kind have it, and kernels before 6.3 do not.
    enum { never_run = 0x0008 };
    int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | never_run);
    if (file < 0 && errno == EINVAL) file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -errno;
    size_t done = 0;
    while (done < count) {
        ssize_t written = pwrite(file, (const char *)bytes + done, count - done, (off_t)done);
        if (written > 0) {
            done += (size_t)written;
        } else if (written == 0 || errno != EINTR) {
            int answer = written == 0 ? -EIO : -errno;
            close(file);
            return answer;
        }
    }
    if (fcntl(file, F_ADD_SEALS, deeplink_all_seals) == 0) return file;
    int answer = -errno;
    close(file);
    return answer;
}

int deeplink_is_sealed(int file) {
    // Other files have no seals, and those of a tmpfs F_SEAL_SEAL alone.
    int seals = fcntl(file, F_GET_SEALS);
    return seals >= 0 && (seals & deeplink_all_seals) == deeplink_all_seals;
}

int deeplink_send_with_descriptor(
    int socket, const void *address, unsigned length, const void *bytes, size_t count, int descriptor) {
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr aligned;
    } control = {{0}};
    struct iovec part = {(void *)bytes, count};
    struct msghdr message = {
        .msg_name = (void *)address, .msg_namelen = length, .msg_iov = &part, .msg_iovlen = 1,
        .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    for (;;) {
        long sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent >= 0 || errno != EINTR) return deeplink_answer(sent);
    }
}

long deeplink_send_each(int descriptor, const void *bytes, size_t count) {
    enum { most = 64 };
    struct mmsghdr messages[most];
    struct iovec parts[most];
    const char *next = (const char *)bytes, *end = next + count;
    long done = 0;
    while (next < end) {
        unsigned found = 0;
        while (found < most && next < end) {
            const char *stop = (const char *)memchr(next, 0, (size_t)(end - next));
            if (!stop) stop = end;
            parts[found] = (struct iovec){(void *)next, (size_t)(stop - next)};
            messages[found] = (struct mmsghdr){.msg_hdr = {.msg_iov = &parts[found], .msg_iovlen = 1}};
            found++;
            next = stop < end ? stop + 1 : end;
        }
        int sent = sendmmsg(descriptor, messages, found, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0) return done > 0 ? done : -errno;
        for (int index = 0; index < sent; index++) done += (long)parts[index].iov_len + 1;
        if ((unsigned)sent < found) break;
    }
    return done < (long)count ? done : (long)count;
}
