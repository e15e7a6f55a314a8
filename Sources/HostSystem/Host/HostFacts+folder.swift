internal import Glibc

extension HostFacts {
    /// The working directory, where relative paths begin.
    ///
    /// *Throws*: `failed` if it was removed or its path is longer than the system's limit.
    package static func workingFolder() throws(LoopError) -> String {
        var code: Int32 = 0
        let path = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer -> String? in
            guard let base = buffer.baseAddress, unsafe getcwd(base, buffer.count) != nil else {
                code = errno
                return nil
            }
            return unsafe String(cString: base)
        }
        guard let path else {
            throw .failed(task: "find the working folder", call: "getcwd", code: SystemCode(code))
        }
        return path
    }
}
