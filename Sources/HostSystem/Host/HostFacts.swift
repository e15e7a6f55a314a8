internal import CLinux
internal import Glibc

/// Facts about this process, its host and the host's users.
package enum HostFacts {
    /// The effective user id of this process.
    package static var userID: UInt32 { geteuid() }
    /// The effective group id of this process.
    package static var groupID: UInt32 { getegid() }
    /// The id of this process, as in `LISTEN_PID` and `WATCHDOG_PID`.
    package static var processID: Int32 { getpid() }

    /// The id of the user of that name, or nil if there is none.
    ///
    /// *Throws*: `failed` if the user database cannot be read, which is not the same as an unknown name.
    /// *Cost*: reads files and may ask the network: never on the loop's thread once it serves.
    package static func userID(named name: String) throws(LoopError) -> UInt32? {
        try lookUp("getpwnam_r", "user", name) { buffer, size, found in
            var entry = unsafe passwd()
            var result: UnsafeMutablePointer<passwd>?
            let code = unsafe getpwnam_r(name, &entry, buffer, size, &result)
            if unsafe result != nil { unsafe found = entry.pw_uid }
            return code
        }
    }

    /// The id of the group of that name, or nil if there is none.
    ///
    /// *Throws* and *Cost* as for users.
    package static func groupID(named name: String) throws(LoopError) -> UInt32? {
        try lookUp("getgrnam_r", "group", name) { buffer, size, found in
            var entry = unsafe group()
            var result: UnsafeMutablePointer<group>?
            let code = unsafe getgrnam_r(name, &entry, buffer, size, &result)
            if unsafe result != nil { unsafe found = entry.gr_gid }
            return code
        }
    }

    /// Looks up an entry with a growing buffer.
    ///
    /// "Not found" is success without a result, or one of the codes that getpwnam(3) lists.
    @safe static func lookUp<Found>(
        _ call: String, _ kind: String, _ name: String,
        _ body: (UnsafeMutablePointer<CChar>, Int, inout Found?) -> Int32
    ) throws(LoopError) -> Found? {
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        var size = 4 << 10
        while true {
            var found: Found?
            let code = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) {
                guard let base = $0.baseAddress else { return ENOMEM }
                return unsafe body(base, $0.count, &found)
            }
            switch code {
            case 0, ENOENT, ESRCH, EBADF, EPERM: return found
            case EINTR: continue
            // A group with very many members; more than a megabyte is an error.
            case ERANGE where size < 1 << 20: size *= 4
            default: throw .failed(task: "look up the \(kind) \(name)", call: call, code: SystemCode(code))
            }
        }
    }

    /// *Shape*: the running kernel's version, `6.1.0-28-amd64`; empty if uname fails.
    package static var kernelRelease: String {
        var names = utsname()
        guard unsafe uname(&names) == 0 else { return "" }
        return unsafe withUnsafeBytes(of: &names.release) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// All environment variables of this process; for a name that occurs twice the first counts, as in getenv.
    ///
    /// Bytes that are not UTF-8 are read as U+FFFD. Read it once, at the start.
    package static var environment: [String: String] {
        var variables: [String: String] = [:]
        guard var next = unsafe deeplink_environment() else { return variables }
        while let entry = unsafe next.pointee {
            let text = unsafe String(cString: entry)
            if let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(text[..<sign])
                if variables[name] == nil { variables[name] = String(text[text.utf8.index(after: sign)...]) }
            }
            unsafe next += 1
        }
        return variables
    }

    /// 128 unguessable bits.
    ///
    /// *Throws*: `failed` on a kernel without getrandom, or if a filter forbids it.
    package static func randomBits() throws(LoopError) -> UInt128 {
        var bits: UInt128 = 0
        var answer: Int32
        repeat {
            answer = unsafe withUnsafeMutableBytes(of: &bits) { unsafe deeplink_random($0.baseAddress, $0.count) }
        } while answer == -EINTR
        // Up to 256 bytes getrandom fills all or nothing.
        try checked("getrandom", to: "get random bits", answer)
        return bits
    }
}
