import Contract

/// The captured text of one output stream of a program, kept up to a limit and counted beyond it.
struct CapturedStream {
    /// *Units*: bytes kept.
    private let limit: Int
    private var kept: [UInt8] = []
    private var count = 0

    init(limit: Int) { self.limit = limit }

    /// Counts all bytes, and keeps those that there is room for.
    mutating func append(_ bytes: Span<UInt8>) {
        count += bytes.count
        let room = min(limit - kept.count, bytes.count)
        for index in 0..<max(0, room) { kept.append(bytes[index]) }
    }

    /// Whether more is only counted.
    var isFull: Bool { count >= limit }

    /// Whether more was written than is kept.
    var isOver: Bool { count > limit }

    /// The stream as an outcome shows it.
    var report: Execution.Stream {
        Execution.Stream {
            ($0.text, $0.bytes, $0.truncated) = (String(decoding: kept, as: UTF8.self), count, isOver)
        }
    }
}
