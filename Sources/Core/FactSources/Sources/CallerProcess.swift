/// A program that has a connection, as adapters name it to services that judge programs and not users.
package struct CallerProcess {
    /// As the kernel says; 0 if the program is in a pid namespace that this process cannot see.
    package let processID: Int32
    /// As the kernel says.
    package let userID: UInt32
    /// Whether the program is known to have ended, so that its number may be another program's.
    package let hasEnded: () -> Bool

    /// A program as the kernel describes it.
    package init(processID: Int32, userID: UInt32, hasEnded: @escaping () -> Bool) {
        (self.processID, self.userID, self.hasEnded) = (processID, userID, hasEnded)
    }
}

/// Which programs of a user have a connection.
///
/// *Owner/thread*: the loop's thread.
package final class CallerProcesses {
    /// The program of a user that has called last, of those that are connected; set by what holds the connections.
    package var latest: (_ userID: UInt32) -> CallerProcess? = { _ in nil }

    package init() {}
}
