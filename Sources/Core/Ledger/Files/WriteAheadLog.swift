// The write-ahead log of a database, as SQLite reads it after a crash:
//
//     header     32 bytes, with a checksum
//     frame      24 bytes and a page; its checksum goes on from the one before it
//     frame      the last frame of a transaction says so
//     frame …    of an earlier use of the file: with another salt
//
// SQLite takes the transactions up to the first frame with a wrong checksum and drops the rest without an error, because a
// write that a crash has interrupted ends so. A flipped bit looks the same, and drops transactions that were confirmed. The two
// differ where a transaction follows: each is synced before the next one is written, so nothing is written behind one
// that was interrupted. In the last transaction they look alike.

import HostSystem

/// Looks for damage in the log of a database, which SQLite does not report.
enum WriteAheadLog {
    /// A place that is not as it was written.
    struct Damage: Equatable, Sendable {
        /// *Units*: the byte at which the first damaged frame begins.
        let offset: Int
        /// *Units*: bytes up to the end of the last transaction before the damage.
        let intactByteCount: Int
    }

    /// Looks at the log beside a database; nil where there is none, or where it is as it was written.
    ///
    /// *Throws*: `failed`.
    /// *Cost*: reads the whole log.
    static func damage(ofDatabase path: String) throws(LedgerError) -> Damage? {
        let log = path + "-wal"
        let bytes = try attempt(log) { () throws(LoopError) -> [UInt8] in
            guard try FileStatus.isAnythingThere(log) else { return [] }
            return try FileReader.prefix(log, byteCount: FileStatus(of: log).byteCount)
        }
        return damage(in: bytes)
    }

    /// Looks at the bytes of a log.
    static func damage(in bytes: [UInt8]) -> Damage? {
        guard let log = LogFrames(bytes) else {
            // It is on the disk before the first frame is written.
            let hasFrames = bytes.count >= LogFrames.headerByteCount + LogFrames.frameHeaderByteCount + 512
            return hasFrames ? Damage(offset: 0, intactByteCount: 0) : nil
        }
        var (sum, number, committed) = (log.headerSum, 0, 0)
        while number < log.count, log.isCurrent(number), log.sum(of: number, behind: sum) == log.writtenSum(number) {
            sum = log.writtenSum(number)
            number += 1
            if log.isLast(number - 1) { committed = number }
        }
        guard hasTransaction(behind: number, sum, in: log) else { return nil }
        return Damage(offset: log.offset(number), intactByteCount: log.offset(committed))
    }

    /// Whether a frame follows the transaction in which a wrong frame is.
    ///
    /// - Parameter sum: the checksum before the wrong frame.
    private static func hasTransaction(behind wrong: Int, _ sum: LogSum, in log: LogFrames) -> Bool {
        var isComplete = false
        for number in wrong..<max(wrong, log.count - 1) {
            // A flipped bit may be in its salt.
            if number == wrong || log.isCurrent(number), log.isLast(number) { isComplete = true }
            guard isComplete, log.isCurrent(number + 1) else { continue }
            let next = log.writtenSum(number + 1)
            if log.sum(of: number + 1, behind: log.writtenSum(number)) == next { return true }
            // Or in its checksum, and the next one goes on from the right one.
            guard number == wrong else { continue }
            if log.sum(of: number + 1, behind: log.sum(of: number, behind: sum)) == next { return true }
        }
        return false
    }
}

/// The checksum of a log, which goes on from frame to frame.
///
/// *Source*: https://www.sqlite.org/fileformat2.html#walformat
private struct LogSum: Equatable {
    var first: UInt32 = 0
    var second: UInt32 = 0

    /// - Parameter range: a multiple of eight bytes.
    mutating func add(_ bytes: [UInt8], _ range: Range<Int>, isBigEndian: Bool) {
        for at in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
            let words = (LogFrames.word(bytes, at), LogFrames.word(bytes, at + 4))
            first &+= (isBigEndian ? words.0 : words.0.byteSwapped) &+ second
            second &+= (isBigEndian ? words.1 : words.1.byteSwapped) &+ first
        }
    }
}

/// The frames of a log whose header is right.
private struct LogFrames {
    /// *Units*: bytes.
    static let headerByteCount = 32
    static let frameHeaderByteCount = 24
    /// The last bit is the order of the bytes in the words that are summed.
    private static let magic: UInt32 = 0x377F_0682

    private let bytes: [UInt8]
    private let pageByteCount: Int
    private let isBigEndian: Bool
    let headerSum: LogSum
    /// *Units*: whole frames.
    let count: Int

    /// nil for a header that is not whole, or whose checksum is wrong.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headerByteCount, Self.word(bytes, 0) | 1 == Self.magic | 1 else { return nil }
        isBigEndian = Self.word(bytes, 0) & 1 == 1
        var sum = LogSum()
        sum.add(bytes, 0..<24, isBigEndian: isBigEndian)
        guard sum == LogSum(first: Self.word(bytes, 24), second: Self.word(bytes, 28)) else { return nil }
        pageByteCount = Int(Self.word(bytes, 8))
        guard pageByteCount >= 512, pageByteCount <= 65_536, pageByteCount.isMultiple(of: 8) else { return nil }
        (self.bytes, headerSum) = (bytes, sum)
        count = (bytes.count - Self.headerByteCount) / (Self.frameHeaderByteCount + pageByteCount)
    }

    static func word(_ bytes: [UInt8], _ at: Int) -> UInt32 {
        UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8 | UInt32(bytes[at + 3])
    }

    /// Where a frame begins; the end of the frames for their count.
    func offset(_ number: Int) -> Int {
        Self.headerByteCount + number * (Self.frameHeaderByteCount + pageByteCount)
    }

    /// Whether it has the salt of this use of the file.
    func isCurrent(_ number: Int) -> Bool {
        let at = offset(number) + 8
        return bytes[at..<at + 8] == bytes[16..<24]
    }

    /// Whether it is the last one of a transaction.
    func isLast(_ number: Int) -> Bool { Self.word(bytes, offset(number) + 4) != 0 }

    func writtenSum(_ number: Int) -> LogSum {
        let at = offset(number) + 16
        return LogSum(first: Self.word(bytes, at), second: Self.word(bytes, at + 4))
    }

    /// The checksum that a frame should have behind that of another one.
    func sum(of number: Int, behind sum: LogSum) -> LogSum {
        var sum = sum
        let at = offset(number)
        sum.add(bytes, at..<at + 8, isBigEndian: isBigEndian)
        sum.add(bytes, at + Self.frameHeaderByteCount..<offset(number + 1), isBigEndian: isBigEndian)
        return sum
    }
}
