// Starts programs and measures how long each takes from its start to its end; and it is the shortest client there is.
//
//     CommandRuns times ROUNDS [NAME=VALUE] -- PROGRAM ARGUMENT… -- PROGRAM…    a line for each: median and p95 in ns
//     CommandRuns call SOCKET CALL                                             sends a call, prints the reply, and ends
//
// The programs have NAME in their environment. In every round each of them runs once, so a disturbance meets all. What they
// print goes nowhere; one that fails ends the measurement.

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_PROGRAMS = 16, MOST_ROUNDS = 100000 };

extern char **environ;

static void stop(const char *task) {
    fprintf(stderr, "CommandRuns: %s: %s\n", task, strerror(errno));
    exit(2);
}

static int usage(void) {
    fprintf(stderr, "usage: CommandRuns times ROUNDS [NAME=VALUE] -- PROGRAM… | CommandRuns call SOCKET CALL\n");
    return 2;
}

static int call(const char *path, const char *text) {
    static char bytes[1 << 16];
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) stop("socket");
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    if (connect(connection, (struct sockaddr *)&address, sizeof address) < 0) stop("connect");
    // With its NUL, which ends a call.
    size_t length = strlen(text) + 1, count = 0;
    if (write(connection, text, length) != (ssize_t)length) stop("write");
    do {
        ssize_t got = read(connection, bytes + count, sizeof bytes - count);
        if (got <= 0) stop("read");
        count += (size_t)got;
    } while (bytes[count - 1] != 0 && count < sizeof bytes);
    bytes[count - 1] = '\n';
    return write(STDOUT_FILENO, bytes, count) == (ssize_t)count ? 0 : 1;
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int ascending(const void *left, const void *right) {
    long long a = *(const long long *)left, b = *(const long long *)right;
    return (a > b) - (a < b);
}

static long long time_of(char **words, const posix_spawn_file_actions_t *actions) {
    pid_t process;
    int status;
    long long start = now();
    if ((errno = posix_spawn(&process, words[0], actions, NULL, words, environ)) != 0) stop(words[0]);
    if (waitpid(process, &status, 0) < 0) stop("waitpid");
    if (status != 0) {
        fprintf(stderr, "CommandRuns: %s ended with wait status %d\n", words[0], status);
        exit(2);
    }
    return now() - start;
}

static int times(int rounds, char **words) {
    char **programs[MOST_PROGRAMS];
    int count = 0;
    for (; *words != NULL; words++) {
        if (strcmp(*words, "--") != 0) continue;
        // The words of the program before end here.
        *words = NULL;
        if (words[1] == NULL || count == MOST_PROGRAMS) return usage();
        programs[count++] = words + 1;
    }
    long long *all = calloc((size_t)count * (size_t)rounds, sizeof *all);
    posix_spawn_file_actions_t actions;
    if (all == NULL || posix_spawn_file_actions_init(&actions) != 0) stop("memory");
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    for (int round = 0; round < rounds; round++) {
        for (int index = 0; index < count; index++) all[index * rounds + round] = time_of(programs[index], &actions);
    }
    for (int index = 0; index < count; index++) {
        long long *own = all + index * rounds;
        qsort(own, (size_t)rounds, sizeof *own, ascending);
        printf("%lld %lld\n", own[rounds / 2], own[rounds * 95 / 100]);
    }
    return 0;
}

int main(int count, char **words) {
    if (count == 4 && strcmp(words[1], "call") == 0) return call(words[2], words[3]);
    if (count > 4 && strcmp(words[1], "times") == 0) {
        int rounds = atoi(words[2]);
        char **programs = words + 3;
        if (strchr(*programs, '=') != NULL && putenv(*programs++) != 0) stop("putenv");
        if (rounds > 0 && rounds <= MOST_ROUNDS && strcmp(*programs, "--") == 0) return times(rounds, programs);
    }
    return usage();
}
