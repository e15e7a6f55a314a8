/// The user that made a change, and the method used.
package struct Author: Hashable, Sendable {
    /// The user by the kernel's credentials; for a subordinate uid its owner; for a fact from a source the daemon's own
    /// user.
    package let uid: UInt32
    /// *Shape*: the method's name on the wire, `io.deeplinkd.Features.SetToggle`, or a source's name.
    package let method: String
    /// The program that asked for the change; nil where no row of the audit is to be written, and for changes that were read.
    package let origin: AuditOrigin?

    /// Names a user, what was called or has answered, and the program.
    package init(uid: UInt32, method: String, origin: AuditOrigin? = nil) {
        (self.uid, self.method, self.origin) = (uid, method, origin)
    }
}
