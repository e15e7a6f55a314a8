internal import CLinux
internal import Glibc

extension ProcessSetup {
    /// Removes variables from this process's environment, so that no program inherits them from it.
    ///
    /// *Owner/thread*: the main thread, before there are others: they may read the environment.
    package static func removeVariables(_ names: [String]) {
        // ignored: fails only for a name that is empty or has a `=`.
        for name in names { unsafe _ = unsetenv(name) }
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
}
