internal import CLibUV
internal import Glibc
package import HostSystem

/// What a parent may have left in disorder, put right before this program opens or starts anything.
///
/// Standard streams may be closed: the next descriptor that is opened, a client's connection, would then get such a number,
/// and the log would be written to the client. Signals may be blocked, and stay so over exec: a program that starts
/// children from a thread with a mask of its own leaves them deaf to SIGTERM and to the end of their children. And SIGPIPE
/// would end a program whose output nobody reads: here that is an error of the write, and what the program came to, its exit
/// status, does not depend on its readers.
///
/// *Owner/thread*: the main thread, before there is another.
package enum ProcessSurroundings {
    /// Opens /dev/null for each standard stream that is closed, lets every signal through, and ignores SIGPIPE.
    ///
    /// *Throws*: `failed`, where there is no /dev/null.
    package static func putRight() throws(LoopError) {
        let task = "open the standard streams"
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is this one, since those below it are open by now.
            try systemCall("open", to: task) {
                unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY)
            }
        }
        // ignored: fails only for a signal that does not exist.
        _ = signal(SIGPIPE, SIG_IGN)
        var none = sigset_t()
        unsafe sigemptyset(&none)
        // ignored: fails only for an operation that does not exist.
        unsafe _ = pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}
