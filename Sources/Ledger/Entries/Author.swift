/// Who made a change, and by what means.
package struct Author: Hashable, Sendable {
    /// The user, as the kernel said, or who owns that subordinate uid; the daemon's own for what a source told it.
    package let uid: UInt32
    /// *Shape*: the method's name on the wire, `io.deeplinkd.Features.SetToggle`, or a source's name.
    package let method: String

    package init(uid: UInt32, method: String) {
        self.uid = uid
        self.method = method
    }
}
