internal import CLinux

extension ProcessSetup {
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
