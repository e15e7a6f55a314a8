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
}
