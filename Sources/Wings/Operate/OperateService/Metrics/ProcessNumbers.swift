// What every scraper shows of a process, under the names that Prometheus' own libraries give it.

import HostSystem
import Serving

/// The numbers of this process.
enum ProcessNumbers {
    /// *Units*: clock ticks of /proc in a second, on every architecture of Linux.
    private static let ticksPerSecond: Int64 = 100
    private static let pageBytes: Int64 = 4096
    private static let byteLimit = 4096

    /// Adds what /proc says; what cannot be read is left out.
    ///
    /// - Parameter startedMs: since 1970 UTC.
    static func add(to list: inout MetricList, startedMs: Int64) {
        if let ticks = cpuTicks {
            list.add(
                .counter, "process_cpu_seconds", .time(ns: ticks * (1_000_000_000 / ticksPerSecond)),
                "Processor time of the daemon, in user space and in the kernel.")
        }
        if let pages = number(2, in: "/proc/self/statm") {
            list.add(
                .gauge, "process_resident_memory_bytes", .count(pages * pageBytes), "Memory of the daemon.")
        }
        // ignored: one that cannot be listed is left out.
        if let count = try? FolderReader.read("/proc/self/fd", nameLimit: 1 << 20).count {
            list.gauge("process_open_fds", count, "Open descriptors of the daemon.")
        }
        list.add(
            .gauge, "process_start_time_seconds", .time(ns: startedMs * 1_000_000),
            "When the daemon was started, since 1970 UTC.")
    }

    /// *Shape of the file*: `4711 (deeplinkd) S …`, with the name of the program in parentheses.
    private static var cpuTicks: Int64? {
        guard let text = text("/proc/self/stat"), let end = text.lastIndex(of: ")") else { return nil }
        let words = text[text.index(after: end)...].split(separator: " ")
        guard words.count > 12, let user = Int64(words[11]), let kernel = Int64(words[12]) else { return nil }
        return user + kernel
    }

    private static func number(_ place: Int, in path: String) -> Int64? {
        text(path).flatMap { text in
            let words = text.split(separator: " ")
            return words.count >= place ? Int64(words[place - 1]) : nil
        }
    }

    private static func text(_ path: String) -> String? {
        // ignored: what cannot be read is left out.
        (try? FileReader.read(path, byteLimit: byteLimit)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}
