/// The plan of an installation or a removal, before anything is changed.
package struct DesktopPlan {
    /// A file that gets other bytes, is created or removed; or that would have to be, and is not touched.
    package struct Write {
        let file: TargetFile
        /// Nil for a file that is removed.
        package let new: [UInt8]?
        /// Where it is.
        package var path: String { file.path }
        /// Nil for a file that is not there.
        package var old: [UInt8]? { file.bytes }
        /// Why it is not touched; nil where it is.
        package var reason: String? { file.hindrance }
    }

    package internal(set) var writes: [Write] = []
    /// The files that are not touched.
    package internal(set) var refusals: [Write] = []
    /// Sentences on what is kept or replaced though it was edited.
    package internal(set) var notes: [String] = []
    /// The record once all is written.
    package var record = DesktopRecord()
    /// The record while it is written: it has the changes of before, too.
    var pending = DesktopRecord()
    /// The folder of entries.
    package let entriesFolder: String

    /// Adds a sentence for the person.
    package mutating func note(_ sentence: String) { notes.append(sentence) }

    /// Adds a file; no-op if nothing changes.
    mutating func add(_ file: TargetFile, _ new: [UInt8]?) -> Bool {
        guard file.bytes != new else { return true }
        let write = Write(file: file, new: new)
        if write.reason == nil { writes.append(write) } else { refusals.append(write) }
        return write.reason == nil
    }
}
