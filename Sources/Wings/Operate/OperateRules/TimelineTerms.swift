import Conf
import Contract
internal import Features
package import Routing

/// The own lines of `timeline`.
package enum TimelineLine: String, FunctionLine {
    case keep

    package static let word = "timeline"
    package static let feature = "Timeline"

    /// How a line is written.
    package var form: DirectiveForm {
        switch self {
        // `keep 7d` is read too, so that its report can say what to write.
        case .keep: DirectiveForm("keep N days", 1...2, once: true)
        }
    }
}

/// What a table says of the timeline.
package struct TimelineTerms: WingPart {
    /// The number of its feature; nil where the table has no timeline.
    package let feature: Int?
    /// How long entries are kept on the disk; nil where they are kept in memory alone.
    ///
    /// *Units*: days.
    package let days: Int?

    package init() { (feature, days) = (nil, nil) }

    init(feature: Int, days: Int?) { (self.feature, self.days) = (feature, days) }
}

extension Ruleset {
    /// What the table says of the timeline.
    package var timeline: TimelineTerms { catalogue.parts[TimelineTerms.self] }
}

/// Reads `timeline { … }`.
enum TimelineReader {
    /// The block among the directives of a table.
    static func directive(order: Int) -> WingDirective {
        TimelineLine.directive(order: order) { reader, read in
            let kept = read.statements(of: .keep).first.flatMap {
                reader.days(in: $0, of: "entries", upTo: Limits.longestTimeline)
            }
            reader.table.draft.catalogue.parts[TimelineTerms.self] = TimelineTerms(feature: read.feature, days: kept)
        }
    }
}
