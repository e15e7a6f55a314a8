/// Until when each feature's answers are fresh, as far as that was found out since anything changed.
///
/// A class whose list is taken out to be changed: so no access of it goes on while another begins, and the one of each call is not
/// checked for it.
///
/// *Units*: milliseconds on the monotonic clock.
final class FreshnessMarks {
    private struct Mark {
        var generation: UInt64 = 0
        var untilMs: Int64 = 0
    }

    /// By the feature's number.
    private var marks: [Mark]
    /// Counts what made all marks worthless.
    private var generation: UInt64 = 1

    init(featureCount: Int = 0) { marks = Array(repeating: Mark(), count: featureCount) }

    /// Makes all marks worthless.
    func forget() { generation += 1 }

    /// nil where it has to be found out.
    subscript(feature: Int) -> Int64? {
        get {
            guard marks.indices.contains(feature), marks[feature].generation == generation else { return nil }
            return marks[feature].untilMs
        }
        set {
            guard marks.indices.contains(feature), let newValue else { return }
            var list = marks
            marks = []
            list[feature] = Mark(generation: generation, untilMs: newValue)
            marks = list
        }
    }
}
