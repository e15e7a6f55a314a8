internal import CLinux
internal import Glibc

/// Files in memory that have no place on a disk and never change.
///
/// One is gone with its last descriptor. A process that has a descriptor can read its bytes, also after the process that made
/// it has ended.
package enum SealedFile {
    /// Makes a file of some bytes, close-on-exec.
    ///
    /// - Parameter name: for people who look at the descriptors of a process.
    ///
    /// *Throws*: `failed` with the system's reason.
    package static func make(_ name: String, _ bytes: [UInt8], to task: String) throws(LoopError) -> OwnedDescriptor {
        let made = unsafe bytes.withUnsafeBytes { unsafe deeplink_make_file(name, $0.baseAddress, $0.count) }
        return OwnedDescriptor(try checked("memfd_create", to: task, made))
    }

    /// The bytes of a file that `make` made, once: the position of the file, which all its descriptors share, says that it
    /// was taken.
    ///
    /// So what one process takes no other takes again, even if it was ended before it could give its descriptor back.
    ///
    /// - Parameter descriptor: closed afterwards.
    ///
    /// *Throws*: `wrongDescriptor` for any other file, one of another user, one that was taken, and one with more bytes than
    /// the limit; `failed` with the system's reason.
    package static func take(_ descriptor: consuming OwnedDescriptor, byteLimit: Int) throws(LoopError) -> [UInt8] {
        let number = descriptor.number
        func check(_ isRight: Bool, _ expected: String) throws(LoopError) {
            guard isRight else { throw .wrongDescriptor(descriptor: number, expected: expected) }
        }
        try check(deeplink_is_sealed(number) != 0, "a sealed file in memory")
        let task = "take over the file of descriptor \(number)"
        let found = try descriptor.status(to: task)
        try check(found.type == S_IFREG && found.st_nlink == 0, "a file without a place")
        try check(found.st_uid == HostFacts.userID, "a file of this user")
        let byteCount = Int(found.st_size)
        try check((1...byteLimit).contains(byteCount), "a file of 1 to \(byteLimit) bytes")
        let position = try systemCall("lseek", to: task) { lseek(number, 0, SEEK_CUR) }
        try check(position == 0, "a file that was not taken yet")
        try systemCall("lseek", to: task) { lseek(number, found.st_size, SEEK_SET) }
        let bytes = try FileReader.readChunk(number, task, byteCount, at: 0)
        try check(bytes.count == byteCount, "a file that can be read at once")
        return bytes
    }
}
