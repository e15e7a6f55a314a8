import Contract
import EventLoop
import HostSystem

/// The end of a program, as far as it is known.
enum ProgramEnding: Equatable {
    case exit(ChildProcess.Exit)
    /// Its unit was stopped, because it needed more memory than it may have.
    case outOfMemory(ChildProcess.Exit?)
    /// It may run on.
    case unknown
}

/// A program that was started, and all that it has started: a group of processes, or a unit.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
protocol ProgramProcess: AnyObject {
    /// Its process id, and the number of its group and session; nil for a unit.
    var processID: Int32? { get }
    /// Its unit; nil for a group of processes.
    var unitName: String? { get }
    /// *Units*: nanoseconds on the monotonic clock.
    var startedNs: Int64 { get }
    /// What it writes to its standard output; nil where that is not read.
    var output: UnixStream? { get }
    /// The same for its standard error.
    var errors: UnixStream? { get }
    /// Nil while it runs.
    var end: ProgramEnding? { get }
    /// Called once it has ended.
    var onEnd: ((ProgramEnding) -> Void)? { get set }
    /// How long after SIGKILL it may take until its end is known.
    var killTime: Duration { get }

    /// Sends a signal to all of its processes.
    func signalAll(_ number: Int32)
    /// True if other processes of it may still run after its end.
    func hasOtherProcesses() -> Bool
    /// Stops keeping the loop running for it.
    func unreference()
    /// Lets it run on; calls back when it has ended.
    func detach(onEnd: @escaping () -> Void)
    /// Follows it no further.
    func close()
}

/// A child of this process, with its group.
final class GroupProcess: ProgramProcess {
    private let child: ChildProcess

    init(_ child: ChildProcess) { self.child = child }

    /// Its own.
    var processID: Int32? { child.processID }
    /// None.
    var unitName: String? { nil }
    /// Just before its check and start.
    var startedNs: Int64 { child.startedNs }
    /// A pipe.
    var output: UnixStream? { child.output }
    /// A pipe.
    var errors: UnixStream? { child.errors }
    /// That of the child, which is reaped later.
    var end: ProgramEnding? { child.exit.map(ProgramEnding.exit) }
    let killTime = Limits.killTime
    /// Called with the end of the child.
    var onEnd: ((ProgramEnding) -> Void)? {
        didSet { child.onExit = onEnd.map { report in { report(.exit($0)) } } }
    }

    /// Signals its group.
    func signalAll(_ number: Int32) { child.signalGroup(number) }
    /// True for other processes of its group.
    func hasOtherProcesses() -> Bool { child.hasOtherProcesses() }
    /// The loop does not wait for it.
    func unreference() { child.unreference() }
    /// It is reaped when it ends.
    func detach(onEnd: @escaping () -> Void) { child.detach(onEnd: onEnd) }
    /// Reaps it.
    func close() { child.close() }
}
