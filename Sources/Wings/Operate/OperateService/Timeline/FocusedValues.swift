import Contract
import Features

/// The values of inputs of links whose features are in focus; in memory alone.
///
/// *Owner/thread*: the loop's thread.
final class FocusedValues {
    /// *Units*: bytes of names and values that are kept.
    static let byteLimit = 256 << 10

    /// The paths that were asked for.
    private(set) var features: [String] = []
    private var paths: [[UInt8]] = []
    /// In the order of their entries.
    private var kept: [(number: UInt64, values: [Outcome.Parameter], byteCount: Int)] = []
    private var byteCount = 0

    init() {}

    /// Has the values of some features recorded from now on, and forgets those of others.
    func set(_ features: [String]) {
        self.features = features
        paths = features.map { Array($0.utf8) }
        if features.isEmpty { (kept, byteCount) = ([], 0) }
    }

    /// Forgets features that a table does not have any more.
    func adopt(_ catalogue: FeatureCatalogue) {
        let left = features.filter { path in catalogue.features.contains { $0.path == path } }
        if left != features { set(left) }
    }

    /// Whether the feature of a path is in focus, or one around it.
    func has(_ path: Span<UInt8>) -> Bool {
        for focused in paths where path.hasPrefix(path.indices, focused) {
            if path.count == focused.count || path[focused.count] == UInt8(ascii: "/") { return true }
        }
        return false
    }

    /// Keeps the values of an entry; the oldest go where there are too many.
    func keep(_ values: [Outcome.Parameter], of number: UInt64) {
        guard !values.isEmpty else { return }
        let size = 64 + values.reduce(0) { $0 + $1.name.utf8.count + JSONText.text(of: $1.value).utf8.count }
        kept.append((number, values, size))
        byteCount += size
        var gone = 0
        while byteCount > Self.byteLimit, gone < kept.count {
            byteCount -= kept[gone].byteCount
            gone += 1
        }
        kept.removeFirst(gone)
    }

    /// The values of an entry; none where they were not kept, or are gone.
    func values(of number: UInt64) -> [Outcome.Parameter] {
        var range = kept.indices
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            if kept[middle].number == number { return kept[middle].values }
            range = kept[middle].number < number ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return []
    }
}
