internal import Synchronization

/// The last events of one or several dispatchers, for a report about what happened before a failure.
///
/// ```swift
/// let timeline = ActionTimeline(keeping: 200)
/// observation = dispatcher.observeActions(timeline.record)
/// …
/// report.attach(timeline.events.map { "\($0.timeMs) \($0)" }.joined(separator: "\n"))
/// ```
///
/// It can be read and written by any thread. It keeps no input but what ``ActionEvent/inputs`` shows.
public final class ActionTimeline: Sendable {
    private struct Kept {
        var events: [ActionEvent] = []
        /// The place of the oldest, once there are as many as are kept.
        var oldest = 0
    }

    private let most: Int
    private let kept = Mutex(Kept())

    /// Makes an empty one.
    ///
    /// - Parameter count: how many events it keeps, one at least; the oldest are forgotten first.
    public init(keeping count: Int = 500) { most = max(1, count) }

    /// Notes an event.
    @Sendable public func record(_ event: ActionEvent) {
        kept.withLock { kept in
            guard kept.events.count == most else { return kept.events.append(event) }
            kept.events[kept.oldest] = event
            kept.oldest = (kept.oldest + 1) % most
        }
    }

    /// What is kept, the oldest event first.
    public var events: [ActionEvent] {
        kept.withLock { Array($0.events[$0.oldest...] + $0.events[..<$0.oldest]) }
    }

    /// The events of one action, the oldest first.
    public func events<Binding: ActionBinding>(of binding: Binding) -> [ActionEvent] {
        events.filter { $0.isOf(binding) }
    }
}
