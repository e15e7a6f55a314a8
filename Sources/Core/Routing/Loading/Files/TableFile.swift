/// One table as it was read from disk or standard input.
package struct TableFile: Sendable {
    /// Which file it is: the same for two paths of one file.
    package struct Identity: Hashable, Sendable {
        package let device: UInt64
        package let inode: UInt64

        package init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    /// The name that diagnostics show, and beside which relative includes are looked for.
    package let name: String
    package let bytes: [UInt8]
    /// nil for what is no file, as standard input.
    package let identity: Identity?
    /// Why the daemon would refuse it, in one sentence.
    package let doubt: String?
    /// The number of the group that it belongs to; nil for what is no file.
    package let groupID: UInt32?

    package init(
        name: String, bytes: [UInt8], identity: Identity? = nil, doubt: String? = nil, groupID: UInt32? = nil
    ) {
        self.name = name
        self.bytes = bytes
        self.identity = identity
        self.doubt = doubt
        self.groupID = groupID
    }
}
