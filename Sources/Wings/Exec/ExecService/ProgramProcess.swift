import Contract
import EventLoop
import HostSystem

/// The end of a program, as far as it is known.
enum ProgramEnd: Equatable {
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
    var output: UnixStream? { get }
    var errors: UnixStream? { get }
    /// Nil while it runs.
    var end: ProgramEnd? { get }
    /// Called once it has ended.
    var onEnd: ((ProgramEnd) -> Void)? { get set }
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

    var processID: Int32? { child.processID }
    var unitName: String? { nil }
    var startedNs: Int64 { child.startedNs }
    var output: UnixStream? { child.output }
    var errors: UnixStream? { child.errors }
    var end: ProgramEnd? { child.exit.map(ProgramEnd.exit) }
    let killTime = Limits.killTime
    var onEnd: ((ProgramEnd) -> Void)? {
        didSet { child.onExit = onEnd.map { report in { report(.exit($0)) } } }
    }

    func signalAll(_ number: Int32) { child.signalGroup(number) }
    func hasOtherProcesses() -> Bool { child.hasOtherProcesses() }
    func unreference() { child.unreference() }
    func detach(onEnd: @escaping () -> Void) { child.detach(onEnd: onEnd) }
    func close() { child.close() }
}
