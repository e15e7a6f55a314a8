// An authorisation flow: its request, and its state.

import Contract
package import PermissionWire

/// A flow that begins.
package struct FlowRequest: Hashable, Sendable {
    /// 128 random bits, as text.
    package let name: String
    package let user: UInt32
    /// The user whose questions are counted; another one where `user` is a subordinate uid.
    package let payer: UInt32
    package let pace: QuestionPace
    /// Whether the person asked for it, and not a program by itself.
    package let isInitiated: Bool
    /// Whether a link is to be performed once nothing stands in its way.
    package let hasLink: Bool

    /// Begins a flow of a person who answers at a person's pace, unless something else is said.
    package init(
        name: String, user: UInt32, payer: UInt32? = nil, pace: QuestionPace = .human, isInitiated: Bool = false,
        hasLink: Bool = false
    ) {
        (self.name, self.user, self.payer) = (name, user, payer ?? user)
        (self.pace, self.isInitiated, self.hasLink) = (pace, isInitiated, hasLink)
    }
}

/// One flow on its way.
struct Flow: Hashable {
    /// What it waits for.
    enum State: Hashable {
        /// What stands in the way is being found out.
        case looking
        /// The client's answer to the question of that number.
        case asking(Int)
        /// The system's.
        case prompting(Int)
        /// The answer to the question of that number is being kept.
        case settling(Int)
        /// Its link is being performed.
        case retrying
    }

    let request: FlowRequest
    var state = State.looking
    /// All questions, from the first look on.
    var steps: [FlowStep]?
    /// By number: the questions that were asked, that were skipped, and that are outstanding.
    var asked: Set<Int> = []
    var skipped: Set<Int> = []
    var open: Set<Int> = []
    /// By number: the permission that was granted in place of the question's own, and is enough.
    var elsewhere: [Int: String] = [:]
    /// The question whose result the client was not told of.
    var decided: Int?
    /// Which of its looks was asked for last; the results of earlier ones count for nothing.
    var lookCount = 0
    /// *Units*: nanoseconds on the monotonic clock; nil where nothing is late.
    var deadlineNs: Int64?

    init(_ request: FlowRequest) { self.request = request }

    /// Takes note of what is outstanding; false where that was not in the list.
    ///
    /// - Parameter elsewhere: as of a standing.
    mutating func note(_ found: [OpenStep], elsewhere names: [String: String]) -> Bool {
        let steps = steps ?? found.map(\.step)
        self.steps = steps
        open = []
        for item in found {
            guard let number = steps.firstIndex(of: item.step) else { return false }
            open.insert(number)
        }
        elsewhere = [:]
        for number in steps.indices where !open.contains(number) { elsewhere[number] = names[steps[number].id] }
        return true
    }

    /// Its end, with what became of each question.
    func completion(_ end: FlowEnd) -> FlowCompletion {
        let numbers = Array((steps ?? []).indices)
        func names(_ isListed: (Int) -> Bool) -> [String] {
            var seen: Set<String> = []
            return numbers.filter(isListed).compactMap { elsewhere[$0] ?? steps?[$0].name }
                .filter { seen.insert($0).inserted }
        }
        return FlowCompletion(
            end: end, granted: names { !open.contains($0) },
            skipped: names { open.contains($0) && skipped.contains($0) },
            outstanding: names { open.contains($0) && !skipped.contains($0) })
    }
}
