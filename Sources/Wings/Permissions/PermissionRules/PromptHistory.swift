internal import Contract

/// The questions that users were asked lately, and their refusals.
///
/// *Units*: all times are nanoseconds on the monotonic clock.
struct PromptHistory: Hashable {
    private struct Denial: Hashable {
        let user: UInt32
        let step: String
    }

    private var prompts: [UInt32: [Int64]] = [:]
    private var denials: [Denial: Int64] = [:]

    /// Notes a question to a user; with too many in one window it notes none, and gives the time until the next one.
    mutating func addPrompt(to user: UInt32, nowNs: Int64) -> Int64? {
        let startNs = nowNs - Limits.promptWindow.wholeNanoseconds
        let recent = (prompts[user] ?? []).filter { $0 > startNs }
        prompts[user] = recent
        if recent.count >= Limits.promptsPerWindow, let first = recent.first { return first - startNs }
        prompts[user, default: []].append(nowNs)
        return nil
    }

    /// Notes that a user said no.
    ///
    /// A no ends its flow, and a user is asked in five flows a minute at most, so that no user has more than fifty.
    mutating func addDenial(of step: String, user: UInt32, nowNs: Int64) {
        denials[Denial(user: user, step: step)] = nowNs
    }

    /// When a user said no; nil where that is not remembered.
    func denial(of step: String, user: UInt32) -> Int64? { denials[Denial(user: user, step: step)] }

    /// Forgets what counts for nothing any more.
    mutating func forget(before nowNs: Int64) {
        prompts = prompts.filter { $0.value.contains { $0 > nowNs - Limits.promptWindow.wholeNanoseconds } }
        denials = denials.filter { $0.value > nowNs - Limits.denialRest.wholeNanoseconds }
    }
}
