// The daemon's life: take over or open the sockets, say that it is ready, serve until told to stop, and leave nothing
// behind. The table is loaded before the first connection is taken.

import Contract
package import EventLoop
package import HostSystem
import Routing

/// A running daemon.
///
/// *Owner/thread*: the loop's thread.
package final class Daemon {
    /// Where connections come from.
    package enum Sockets {
        /// What the service manager passed, by descriptor.
        case inherited([ServiceManager.Socket])
        /// A path of our own, for this user alone.
        case path(String)
    }

    private static let interrupt: Int32 = 2
    private static let hangUp: Int32 = 1
    private static let terminate: Int32 = 15
    private static let shutdownLimit: Duration = .seconds(5)

    private let loop: Loop
    private let server: Server
    private let manager: ServiceManager
    private let log: Log
    private var listeners: [UnixListener] = []
    private var signals: [SignalWatch] = []
    private var timers: [Timer] = []
    private var statusLine: StatusLine?
    private var memory: PressureWatch?
    private var reloadNotices: ReloadNotices?
    private var store: RestartStore { RestartStore(manager: manager, log: log) }

    package init(loop: Loop, server: Server, manager: ServiceManager, log: Log) {
        self.loop = loop
        self.server = server
        self.manager = manager
        self.log = log
    }

    /// Opens everything and says that the daemon is ready.
    package func start(_ sockets: Sockets) throws(LoopError) {
        switch sockets {
        case .path(let path):
            listeners.append(
                try UnixListener(loop: loop, path: path, mode: 0o600) { [server] in server.serve($0, socket: nil) })
            log.notice("listening", ["path": path])
        case .inherited(let inherited):
            for socket in inherited { try adopt(socket) }
        }
        // Started for connections that were handed over, and no others can come: their end is the end.
        if listeners.isEmpty { server.onEmpty = { [weak self] in self?.stop() } }
        for listener in listeners {
            listener.onFailure = { [log] in log.warning("cannot accept", ["error": "\($0)"]) }
            listener.gate = { [server] in server.turn(of: $0, isBusy: $1) }
        }
        signals.append(try SignalWatch(loop: loop, signal: Self.hangUp) { [weak self] in self?.reload() })
        for number in [Self.terminate, Self.interrupt] {
            signals.append(try SignalWatch(loop: loop, signal: number) { [weak self] in self?.stop() })
        }
        try startTimers()
        memory = server.watchMemory()
        // SIGTERM is watched by now: a daemon that is ended in the next moment leaves what it has taken.
        store.takeBack(into: server.services)
        notify(.ready)
        statusLine = try StatusLine(loop: loop, of: server) { [weak self] in self?.notify(.status($0)) }
        statusLine?.refresh()
    }

    private func adopt(_ socket: ServiceManager.Socket) throws(LoopError) {
        let name: String? = socket.name == "varlink" || socket.name == "unknown" ? nil : socket.name
        if socket.isListening {
            listeners.append(
                try UnixListener(loop: loop, adopting: socket.descriptor) { [server] in server.serve($0, socket: name) }
            )
        } else {
            server.serve(try UnixStream(loop: loop, adopting: socket.descriptor), socket: name)
        }
        log.notice("serving an inherited socket", ["name": socket.name])
    }

    private func startTimers() throws(LoopError) {
        let idle = try Timer(loop: loop) { [server] in server.closeIdle() }
        idle.start(after: .seconds(60), repeatingEvery: .seconds(60))
        timers.append(idle)
        let notices = try ReloadNotices(loop: loop, watchdog: manager.watchdogInterval) { [weak self] in
            self?.notify($0)
        }
        server.reload?.onLoading = { [weak notices] in notices?.note($0) }
        reloadNotices = notices
        guard let interval = manager.watchdogInterval else { return }
        let watchdog = try Timer(loop: loop) { [weak self] in self?.notify(.watchdog) }
        watchdog.start(after: interval / 2, repeatingEvery: interval / 2)
        timers.append(watchdog)
    }

    private func reload() {
        notify(.reloading(monotonicUsec: UInt64(HostClock.monotonicNs / 1000)))
        server.audit.reloadTable(by: { [server] in server.audit.signalAuthor }, then: { [self] _ in notify(.ready) })
    }

    private func stop() {
        guard !server.isShuttingDown else { return }
        notify(.stopping)
        log.notice("shutting down")
        for listener in listeners { listener.close() }
        for timer in timers { timer.close() }
        statusLine?.close()
        reloadNotices?.close()
        memory?.close()
        // ignored: without a timer a client that takes no answers keeps the daemon until the service manager's patience ends.
        (try? Timer(loop: loop) { [loop] in loop.stop() })?.start(after: Self.shutdownLimit)
        // The signals stay watched until the process is gone: a second SIGTERM must neither leave programs behind nor make
        // an orderly end look like a crash.
        server.shutDown { [loop] in loop.stop() }
    }

    /// Leaves to the next run what is not to be lost, once nothing is served any more.
    func leave() { store.keep(server.services) }

    private func notify(_ states: ServiceManager.State...) {
        for state in states {
            do {
                try manager.notify(state)
            } catch {
                log.warning("cannot notify the service manager", ["error": "\(error)"])
            }
        }
    }
}
