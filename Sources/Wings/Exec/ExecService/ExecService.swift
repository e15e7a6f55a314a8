package import Contract
package import EventLoop
package import FactSources
package import HostSystem
package import Serving

/// The service of the wing Exec: programs that actions start.
package final class ExecService: WingService {
    let programs: ProgramRunner

    /// Adds a look at the programs that features require.
    package static func add(to sources: inout SourceSet, _ loop: Loop, environment: [String: String]) {
        sources.adapters.append(ProgramCheck.source)
    }

    /// Makes the service of a server, whose log gets what programs leave behind.
    package init(_ server: Server) {
        programs = ProgramRunner(loop: server.loop, environment: server.environment) {
            [subordinates = server.subordinates] in
            subordinates.owner(of: $0)
        }
        programs.onLeftovers = { [log = server.log] found, uid, all in
            log.warning(
                "processes left behind",
                ["count": "\(found)", "uid": "\(uid.map(String.init) ?? "-")", "all": "\(all)"])
        }
    }

    package var performers: [any ActionPerformer] { [programs] }

    /// Counts and logs the processes that programs leave behind.
    package func begin() throws(LoopError) { try programs.countLeftovers() }

    /// Ends the connection to the service manager.
    package func close() { programs.close() }

    /// Adds how many of these run.
    package func add(to report: inout StatusReport) { report.leftovers = programs.leftoverCount }
}
