internal import HostSystem

/// What a program reads from its standard input: a file without a name, in memory.
///
/// A file and not a pipe: a long input too is complete before the program starts, so nothing has to be written while it
/// reads, and its end comes behind the last byte.
struct InputFile: ~Copyable {
    private let descriptor: OwnedDescriptor?
    /// The number of its descriptor, which is open as long as this is; -1 for an input that is empty.
    let number: Int32

    /// Makes the file of some bytes; none of nil.
    ///
    /// *Throws*: `failed` with the system's reason.
    init(_ bytes: [UInt8]?, to task: String) throws(LoopError) {
        guard let bytes else {
            descriptor = nil
            number = -1
            return
        }
        let made = try SealedFile.make("input", bytes, to: task)
        number = made.number
        descriptor = .some(made)
    }
}
