import Foundation
import TestSupport
import Testing

/// The clocks of a program that a test moves while the program runs.
///
/// A library that is loaded before all others adds an offset to each reading of a clock. Waits of the kernel are not moved: a
/// timer that is due fires in the next turn of the program's loop. A time namespace would not do, because its offsets are fixed
/// once a process is in it, and kept answers do not survive the process.
struct MovableClock {
    private static let compilers = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"]

    /// What the program has to be started with.
    let environment: [String: String]
    private let offset: FileHandle
    private let seconds = Box(Int64(0))

    /// Compiles the library; nil, with the reason printed, where there is no compiler for C.
    init?(in folder: TemporaryFolder, for test: String) throws {
        guard let compiler = Self.compilers.first(where: FileManager.default.isExecutableFile) else {
            print("skipped: \(test): needs a compiler for C, for a clock that can be moved")
            return nil
        }
        let source = try folder.write("clock.c", Self.library)
        let library = folder.path(of: "clock.so")
        let run = try Program.run(
            compiler, ["-shared", "-fPIC", "-O1", "-o", library, source], environment: ["PATH": "/usr/bin:/bin"])
        guard run.exit == .code(0) else { throw TestFailure("the library of the clock: \(run.errors)") }
        let file = try folder.write("clock", String(repeating: "\0", count: 16))
        environment = ["LD_PRELOAD": library, "MOVABLE_CLOCK": file]
        offset = try #require(FileHandle(forWritingAtPath: file))
    }

    /// Moves the clocks on.
    func move(seconds more: Int64) throws {
        seconds.value += more
        try write(seconds.value, at: 0)
    }

    /// Sets the wall clock ahead or back, as an administrator does; the others go on.
    func setWall(secondsAhead: Int64) throws { try write(secondsAhead, at: 8) }

    private func write(_ seconds: Int64, at place: UInt64) throws {
        try offset.seek(toOffset: place)
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: seconds >> ($0 * 8)) }
        try offset.write(contentsOf: Data(bytes))
    }

    private static let library = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <stdint.h>
        #include <stdlib.h>
        #include <sys/mman.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static const volatile int64_t *offset;

        __attribute__((constructor)) static void begin(void) {
            int file = open(getenv("MOVABLE_CLOCK"), O_RDONLY | O_CLOEXEC);
            void *page = mmap(0, 16, PROT_READ, MAP_SHARED, file, 0);
            if (page == MAP_FAILED) abort();
            close(file);
            offset = page;
        }

        int clock_gettime(clockid_t clock, struct timespec *now) {
            long answer = syscall(SYS_clock_gettime, clock, now);
            if (answer == 0 && offset && clock != CLOCK_PROCESS_CPUTIME_ID && clock != CLOCK_THREAD_CPUTIME_ID)
                now->tv_sec += offset[0];
            if (answer == 0 && offset && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
                now->tv_sec += offset[1];
            return (int)answer;
        }

        int gettimeofday(struct timeval *restrict now, void *restrict zone) {
            struct timespec time;
            clock_gettime(CLOCK_REALTIME, &time);
            *now = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
            return 0;
        }

        time_t time(time_t *now) {
            struct timespec time;
            clock_gettime(CLOCK_REALTIME, &time);
            if (now) *now = time.tv_sec;
            return time.tv_sec;
        }

        """
}
