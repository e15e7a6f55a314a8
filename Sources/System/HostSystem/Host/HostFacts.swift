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

    /// *Units*: processors that are in use, at least one.
    package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// *Units*: descriptors that this process may have open at once.
    package static var descriptorLimit: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_cur)
    }

    /// The id of the user of that name, or nil if there is none.
    ///
    /// *Throws*: `failed` if the user database cannot be read, which is not the same as an unknown name.
    /// *Cost*: reads files and may ask the network: never on the loop's thread once it serves.
    package static func userID(named name: String) throws(LoopError) -> UInt32? {
        try unsafe lookUp("getpwnam_r", "user", name, passwd(), \.pw_uid) { unsafe getpwnam_r(name, $0, $1, $2, $3) }
    }

    /// The id of the group of that name, or nil if there is none.
    ///
    /// *Throws* and *Cost* as for users.
    package static func groupID(named name: String) throws(LoopError) -> UInt32? {
        try unsafe lookUp("getgrnam_r", "group", name, group(), \.gr_gid) { unsafe getgrnam_r(name, $0, $1, $2, $3) }
    }

    /// Looks up an entry with a growing buffer, which its strings are in.
    ///
    /// "Not found" is success without a result, or one of the codes that getpwnam(3) lists.
    @safe static func lookUp<Entry, Found>(
        _ call: String, _ kind: String, _ name: String, _ blank: Entry, _ read: (Entry) -> Found,
        _ body: (
            UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
        ) -> Int32
    ) throws(LoopError) -> Found? {
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        var size = 4 << 10
        while true {
            var (entry, found) = (blank, Found?.none)
            let code = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) {
                guard let base = $0.baseAddress else { return ENOMEM }
                var result: UnsafeMutablePointer<Entry>?
                let code = unsafe body(&entry, base, $0.count, &result)
                if unsafe result != nil { found = read(entry) }
                return code
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
    package static var kernelRelease: String { systemName(\.release) }
    /// *Shape*: the host's name on its network, `mira`; empty if uname fails.
    package static var hostName: String { systemName(\.nodename) }
    /// *Shape*: the kernel's name of the processor architecture, `x86_64`; empty if uname fails.
    static var machine: String { systemName(\.machine) }

    private static func systemName<Field>(_ field: KeyPath<utsname, Field>) -> String {
        var names = utsname()
        guard unsafe uname(&names) == 0 else { return "" }
        return unsafe withUnsafeBytes(of: names[keyPath: field]) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The working directory, where relative paths begin.
    ///
    /// *Throws*: `failed` if it was removed.
    package static func workingFolder() throws(LoopError) -> String {
        guard let path = unsafe getcwd(nil, 0) else {
            throw .failed(task: "find the working folder", call: "getcwd", code: SystemCode(errno))
        }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
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

    /// A name that cannot be guessed.
    ///
    /// *Shape*: 32 hexadecimal digits. *Throws*: as `randomBits`.
    package static func randomName() throws(LoopError) -> String {
        let bits = try randomBits()
        // Byte by byte: `String(_:radix:)` of 128 bits divides them by 16 for each digit.
        let digits = (0..<32).map { place in
            let digit = UInt8(truncatingIfNeeded: bits >> UInt128(124 - 4 * place)) & 0xF
            return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
