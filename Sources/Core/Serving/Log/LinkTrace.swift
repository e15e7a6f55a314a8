// The steps of a link in a trace of several programs, where its caller takes part in one and a follower wants to know of it:
//
//     caller's step → the link ┬ sources, wait, queue     named by the follower
//                              └ perform → the step of the program or service that is called
//
// The daemon hands on its own step, so that what is called appears below it.

import Contract

/// The place of one link in a trace, and when its stages began.
///
/// *Owner/thread*: the loop's thread; held by the link's stopwatch.
package final class LinkTrace {
    /// As the caller sent it.
    private let parent: String
    /// The name of the link's own step.
    package let link = TraceParent.newStep()
    /// The name of the step that performs its action.
    package let action = TraceParent.newStep()
    /// When each stage began; of several times the first one, and of `perform` the last one, which follows the queue.
    ///
    /// *Units*: nanoseconds on the monotonic clock.
    package private(set) var begins: [LinkStopwatch.Stage: Int64] = [:]

    /// - Parameter parent: a valid `traceparent`.
    init(_ parent: String) { self.parent = parent }

    /// *Shape*: 32 hex digits.
    package var trace: String { TraceParent.trace(of: parent) }
    /// *Shape*: 16 hex digits.
    package var caller: String { TraceParent.step(of: parent) }

    /// What is handed on to what is called before the action, or in its place.
    var fromLink: String { TraceParent.text(parent, from: link) }
    /// What is handed on to what performs the action.
    var fromAction: String { TraceParent.text(parent, from: action) }

    /// Takes note that a stage begins.
    func enter(_ stage: LinkStopwatch.Stage, atNs nowNs: Int64) {
        if begins[stage] == nil || stage == .perform { begins[stage] = nowNs }
    }
}
