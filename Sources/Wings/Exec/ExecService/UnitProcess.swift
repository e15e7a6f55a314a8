import EventLoop
import LoopedBus
import SystemBus

/// A program that runs as a unit of its own.
final class UnitProcess: ProgramProcess {
    private let run: ServiceRun
    private let streams: PassedStreams
    let startedNs: Int64
    private(set) var end: ProgramEnd?
    var onEnd: ((ProgramEnd) -> Void)?

    /// Follows a unit whose program was just started.
    init(_ run: ServiceRun, _ streams: PassedStreams, startedNs: Int64) {
        (self.run, self.streams, self.startedNs) = (run, streams, startedNs)
        // Held by its run until that has ended, as the loop holds a child.
        run.onEnd = { [self] in didEnd($0) }
    }

    var processID: Int32? { nil }
    var unitName: String? { run.unit.text }
    var output: UnixStream? { streams.output }
    var errors: UnixStream? { streams.errors }
    /// The manager has to see the end and to say so.
    let killTime = Duration.seconds(2)

    func signalAll(_ number: Int32) { if end == nil { run.signal(number) } }
    /// A unit has ended when its last process has.
    func hasOtherProcesses() -> Bool { false }
    func unreference() {}

    func detach(onEnd: @escaping () -> Void) {
        streams.close()
        self.onEnd = { _ in onEnd() }
    }

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

    private static func end(_ found: ServiceRun.End?) -> ProgramEnd {
        let exit: ChildProcess.Exit? =
            switch found?.exit {
            case .code(let code): .code(Int32(truncatingIfNeeded: code))
            case .signal(let signal): .signal(Int32(truncatingIfNeeded: signal))
            case nil: nil
            }
        if found?.result == "oom-kill" { return .outOfMemory(exit) }
        return exit.map(ProgramEnd.exit) ?? .unknown
    }
}
