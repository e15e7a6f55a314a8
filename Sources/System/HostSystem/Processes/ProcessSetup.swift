internal import CLinux
internal import Glibc

/// Corrects what this program may have inherited from its parent, before it opens or starts anything.
///
/// Standard streams may be closed: the next opened descriptor, such as a client's connection, would get their number,
/// and the log would be written to the client. Signals may be blocked, and stay blocked over exec: if a parent starts
/// children from a thread with a mask of its own, they get neither SIGTERM nor the end of their children. SIGPIPE would
/// end a program whose output has no reader. If it is ignored, the write fails instead, and the exit status does not
/// depend on the readers. SIGXFSZ would end it where a file reaches the limit of sizes (`LimitFSIZE=`, `ulimit -f`); if it
/// is ignored, the write fails with EFBIG.
///
/// *Owner/thread*: the main thread, before there are others.
package enum ProcessSetup {
    /// Ends this process.
    package static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

    /// Ends the process with status 0 after a time, unless it has ended by then.
    ///
    /// At the end of a process libuv waits for the threads of its pool, and a thread that hangs in a file system of the network
    /// never ends.
    package static func exit(withinSeconds seconds: UInt32) {
        _ = signal(SIGALRM) { _ in _exit(0) }
        alarm(seconds)
    }

    /// Opens /dev/null for each closed standard stream, unblocks every signal, and ignores SIGPIPE and SIGXFSZ.
    ///
    /// *Throws*: `failed`, if there is no /dev/null.
    package static func normalizeInheritedState() throws(LoopError) {
        let task = "open the standard streams"
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is this one, since all below it are open now.
            try systemCall("open", to: task) {
                unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY)
            }
        }
        // ignored: fails only for a signal that does not exist.
        for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
        deeplink_forget_signals()
        var none = sigset_t()
        unsafe sigemptyset(&none)
        // ignored: fails only for an operation that does not exist.
        unsafe _ = pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// Removes variables from this process's environment, so that no program inherits them from it.
    ///
    /// *Owner/thread*: the main thread, before there are others: they may read the environment.
    package static func removeVariables(_ names: [String]) {
        // ignored: fails only for a name that is empty or has a `=`.
        for name in names { unsafe _ = unsetenv(name) }
    }

    /// Goes on as another user for good, without further groups: files that root then makes belong to that user, and a name
    /// that the user put there leads root nowhere.
    ///
    /// *Throws*: `failed`, with EPERM for any other process than root's.
    /// *Owner/thread*: the only thread of the process.
    package static func become(userID: UInt32, groupID: UInt32) throws(LoopError) {
        let task = "go on as the user \(userID)"
        try systemCall("setgroups", to: task) { setgroups(0, nil) }
        try systemCall("setgid", to: task) { setgid(groupID) }
        try systemCall("setuid", to: task) { setuid(userID) }
    }

    /// Closes what this process inherited besides the standard streams: a child that goes on would keep a lock or a pipe of the
    /// launcher open.
    ///
    /// *Owner/thread*: the main thread, before this process opens anything.
    package static func closeInheritedDescriptors() {
        // ignored: an older kernel leaves them open.
        _ = deeplink_close_descriptors()
    }

    /// Ends this process with status 0 for its parent, and goes on in a child that has the same memory and descriptors.
    ///
    /// The child is in a session of its own, and its standard streams are /dev/null: neither the parent nor its terminal waits
    /// for it. Sockets stay connected, because the child has them too.
    ///
    /// - Returns: false if the system has no process left; then this one goes on.
    /// *Owner/thread*: the only thread of the process.
    package static func detach() -> Bool {
        // daemon(3) starts a child, whose parent calls _exit(0); the folder stays the same.
        daemon(1, 0) == 0
    }

    /// Closes this process to other processes of its user: they can neither read its memory, its environment and its open
    /// files in /proc nor trace it, and no core file of it is written.
    ///
    /// A program that a link starts runs as the user of the daemon. The memory of the daemon has the links of all users.
    /// Programs that it starts are not closed, since exec opens a process again. Root can still look.
    ///
    /// *Throws*: `failed`, which Linux has no reason for.
    package static func refuseInspection() throws(LoopError) {
        _ = try checked("prctl", to: "close this process to others of its user", deeplink_refuse_inspection())
    }
}
