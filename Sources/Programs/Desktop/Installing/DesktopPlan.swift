/// What an installation or a removal changes, before anything is changed.
package struct DesktopPlan {
    /// A file that gets other bytes, is created or removed.
    package struct Write {
        package let path: String
        /// Nil for a file that is not there.
        package let old: [UInt8]?
        /// Nil for a file that is removed.
        package let new: [UInt8]?
        let file: TargetFile
    }

    /// A file that would have to change, and is not touched.
    package struct Refusal {
        package let path: String
        package let reason: String
        package let old: [UInt8]?
        package let new: [UInt8]?
    }

    package internal(set) var writes: [Write] = []
    package internal(set) var refusals: [Refusal] = []
    /// Sentences on what is kept or replaced though it was edited.
    package internal(set) var notes: [String] = []
    /// The record once all is written.
    package var record = DesktopRecord()
    /// The record while it is written: it has the changes of before, too.
    var pending = DesktopRecord()
    /// The folder of entries.
    package let entriesFolder: String

    /// Adds a file; no-op if nothing changes.
    mutating func add(_ file: TargetFile, _ new: [UInt8]?) -> Bool {
        guard file.bytes != new else { return true }
        if let reason = file.hindrance {
            refusals.append(Refusal(path: file.path, reason: reason, old: file.bytes, new: new))
            return false
        }
        writes.append(Write(path: file.path, old: file.bytes, new: new, file: file))
        return true
    }
}
