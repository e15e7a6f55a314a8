/// The names in a folder of tables, in any order.
package struct FolderNames: Sendable {
    package let names: [String]
    /// Why the daemon would refuse the folder, in one sentence, where its names are read all the same.
    package let doubt: String?

    package init(_ names: [String], doubt: String? = nil) {
        self.names = names
        self.doubt = doubt
    }
}
