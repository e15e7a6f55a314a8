import Foundation
import TestSupport

@testable import OperateService

/// Entries with all kinds of content.
extension TimelineEntry {
    /// An entry of a user.
    static func of(
        _ user: UInt32, code: String = "ok.performed", feature: String = "Player", id: String = "0f2p7rmd41qkg"
    )
        -> Self
    {
        var entry = Self()
        (entry.head.uid, entry.head.user) = (user, user)
        (entry.code, entry.id, entry.feature, entry.route) = (code, id, feature, "play")
        (entry.action, entry.inputs, entry.head.totalUs) = ("start", "episode", 1200)
        return entry
    }

    /// Any entry.
    static func random(using random: inout SeededGenerator) -> Self {
        func text(_ most: Int, _ random: inout SeededGenerator) -> String {
            let letters = Array("abcABC019._-/ ,ü€𝄞\u{0}\n\"")
            return String(
                (0..<Int.random(in: 0...most, using: &random)).map { _ in
                    letters[Int.random(in: letters.indices, using: &random)]
                })
        }
        var entry = Self()
        entry.head.kind = TimelineHead.Kind(rawValue: UInt8.random(in: 0...2, using: &random)) ?? .ended
        entry.head.isHidden = Bool.random(using: &random)
        (entry.head.index, entry.head.number) = (random.next32(), random.next())
        entry.head.wallMs = Int64(bitPattern: random.next())
        (entry.head.uid, entry.head.user) = (random.next32(), random.next32())
        if Bool.random(using: &random) { entry.head.subjectUser = random.next32() & 0x7FFF_FFFF }
        (entry.head.queuedUs, entry.head.sourcesUs) = (random.next32(), random.next32())
        (entry.head.performedUs, entry.head.totalUs) = (random.next(), random.next())
        (entry.head.waitedUs, entry.head.link) = (random.next(), random.next32())
        (entry.code, entry.id) = (text(20, &random), text(13, &random))
        (entry.route, entry.feature) = (text(40, &random), text(100, &random))
        (entry.action, entry.subject, entry.inputs) = (text(20, &random), text(40, &random), text(90, &random))
        return entry
    }
}

extension SeededGenerator {
    mutating func next32() -> UInt32 { UInt32(truncatingIfNeeded: next()) }
}

/// A folder that is removed again.
func withFolder<Result>(_ use: (String) throws -> Result) rethrows -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "timeline-\(UUID().uuidString)").path()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try use(folder)
}

extension TimelineRing {
    /// A ring with entries of some users, one a millisecond.
    convenience init(_ users: [UInt32], byteLimit: Int = 1 << 20, startUs: Int64 = 1_000_000) {
        self.init(byteLimit: byteLimit)
        for (place, user) in users.enumerated() { append(.of(user), wallUs: startUs + Int64(place) * 1000) }
    }

    /// The records of all its chunks.
    var parts: [[UInt8]] { chunks.map { Array($0.bytes.prefix($0.end)) } }
}
