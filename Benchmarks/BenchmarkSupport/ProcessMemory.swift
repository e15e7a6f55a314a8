internal import HostSystem

/// The memory of this process, as counted by the kernel.
package enum ProcessMemory {
    /// *Units*: bytes of memory in use now.
    package static var resident: Int { status("VmRSS:") }

    /// *Units*: the most bytes of memory in use so far.
    package static var peak: Int { status("VmHWM:") }

    private static func status(_ key: String) -> Int {
        guard let file = try? FileReader.read("/proc/self/status", byteLimit: 1 << 16) else { return 0 }
        let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
        let words = lines.first { $0.hasPrefix(key) }?.split(whereSeparator: { $0 == " " || $0 == "\t" }) ?? []
        return words.count > 1 ? (Int(words[1]) ?? 0) << 10 : 0
    }
}
