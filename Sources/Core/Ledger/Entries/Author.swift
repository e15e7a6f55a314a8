/// The user that made a change, and the method used.
package struct Author: Hashable, Sendable {
    /// The user by the kernel's credentials; for a subordinate uid its owner; for a fact from a source the daemon's own
    /// user.
    package let uid: UInt32
    /// *Shape*: the method's name on the wire, `io.deeplinkd.Features.SetToggle`, or a source's name.
    package let method: String

    package init(uid: UInt32, method: String) {
        self.uid = uid
        self.method = method
    }
}
