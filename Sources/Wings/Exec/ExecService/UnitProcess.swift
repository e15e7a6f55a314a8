import EventLoop
import LoopedBus
import SystemBus

/// A program that runs as a unit of its own.
final class UnitProcess: ProgramProcess {
    private let run: ServiceRun
    private let streams: PassedStreams
    let startedNs: Int64
    private(set) var end: ProgramEnding?
    var onEnd: ((ProgramEnding) -> Void)?

    /// Follows a unit whose program was just started.
    init(_ run: ServiceRun, _ streams: PassedStreams, startedNs: Int64) {
        (self.run, self.streams, self.startedNs) = (run, streams, startedNs)
        // Held by its run until that has ended, as the loop holds a child.
        run.onEnd = { [self] in didEnd($0) }
    }

    /// None that the daemon could signal.
    var processID: Int32? { nil }
    /// That of its unit.
    var unitName: String? { run.unit.text }
    /// The reading end of what the unit got.
    var output: UnixStream? { streams.output }
    /// The same.
    var errors: UnixStream? { streams.errors }
    /// The manager has to see the end and to say so.
    let killTime = Duration.seconds(2)

    /// Signals its control group, unless that is empty.
    func signalAll(_ number: Int32) { if end == nil { run.signal(number) } }
    /// A unit has ended when its last process has.
    func hasOtherProcesses() -> Bool { false }
    /// The loop does not wait for it.
    func unreference() {}

    /// The manager says when it has ended.
    func detach(onEnd: @escaping () -> Void) {
        streams.close()
        self.onEnd = { _ in onEnd() }
    }

    /// Lets the manager forget it, once it has ended.
    func close() {
        streams.close()
        onEnd = nil
        if end != nil { run.close() }
    }

    private func didEnd(_ found: ServiceRun.End?) {
        let end = Self.end(found)
        self.end = end
        run.close()
        onEnd.take()?(end)
    }

    private static func end(_ found: ServiceRun.End?) -> ProgramEnding {
        let exit: ChildProcess.Exit? =
            switch found?.exit {
            case .code(let code): .code(Int32(truncatingIfNeeded: code))
            case .signal(let signal): .signal(Int32(truncatingIfNeeded: signal))
            case nil: nil
            }
        if found?.result == "oom-kill" { return .outOfMemory(exit) }
        return exit.map(ProgramEnding.exit) ?? .unknown
    }
}
