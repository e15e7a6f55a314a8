internal import Authoring
internal import HostSystem
import Synchronization

/// Judges mutants, one at a time on each of several threads.
///
/// Each mutant is a table of its own, and what is shared does not change: two processors judge twice as many.
final class MutationThreads: Sendable {
    /// A mutant and what became of it.
    typealias Judged = (number: Int, mutant: TableMutant, verdict: MutantVerdict)

    /// Why there is nothing more to judge.
    enum End {
        case finished, timeLimit, interrupt
    }

    private struct Work {
        var left: ArraySlice<Int>
        var judged: [Judged] = []
    }

    /// *Units*: threads; each has tables of its own in memory.
    private static let most = 16

    private let count: Int
    private let work: Mutex<Work>
    private let wake: WakeDescriptor

    /// Starts the threads.
    ///
    /// - Parameter order: the numbers of the mutants to judge.
    ///
    /// *Throws*: where the system has no descriptor or thread left.
    init(_ mutation: MutationRun, _ order: [Int]) throws {
        count = order.count
        work = Mutex(Work(left: order[...]))
        wake = try WakeDescriptor()
        for _ in 0..<min(HostFacts.processorCount, Self.most, order.count) {
            try HostThread.start { [self] in judge(mutation) }
        }
    }

    private func judge(_ mutation: MutationRun) {
        var mutation = mutation
        while let number = work.withLock({ $0.left.popFirst() }) {
            var mutant = mutation.mutants[number]
            let verdict = mutation.judge(&mutant)
            work.withLock { [mutant] in $0.judged.append((number, mutant, verdict)) }
            wake.send()
        }
    }

    /// Waits until all are judged, a time of the monotonic clock has come, or a signal.
    func wait(until endNs: Int64?, or signals: borrowing SignalDescriptor, progress: inout TestProgress) throws -> End {
        var done = 0
        while true {
            wake.reset()
            let judged = work.withLock(\.judged.count)
            for _ in done..<judged { progress.advance() }
            done = judged
            if judged == count { return .finished }
            var poll = DescriptorPoll()
            let signal = poll.add(signals.number, reading: true)
            _ = poll.add(wake.number, reading: true)
            try poll.wait(until: endNs)
            if poll.isReadable(signal), signals.next() != nil { return .interrupt }
            if let endNs, HostClock.monotonicNs >= endNs { return .timeLimit }
        }
    }

    /// Ends the threads, each once it has judged its mutant, which does not count any more.
    ///
    /// - Returns: what was judged, by the numbers of the mutants.
    func end() -> [Judged] {
        work.withLock { work in
            work.left = []
            return work.judged
        }.sorted { $0.number < $1.number }
    }
}
