import ExecRules
import Features
import HostSystem

/// Looks at the programs that features require, as the daemon does before it starts one.
enum RequiredPrograms {
    /// Puts what is known of them among the facts.
    static func look(_ requirements: [ProgramRequirement], on host: Host, into store: FactStore) {
        for requirement in requirements {
            let state = host.programs.map { $0.contains(requirement.path) ? .present : .absent } ?? look(requirement)
            store.set(.program(requirement.path), to: Fact(.program(state), .init(source: "host")))
        }
    }

    private static func look(_ requirement: ProgramRequirement) -> ProgramState {
        do throws(LoopError) {
            return switch try ProgramFile.hindrance(of: requirement.path) {
            case nil: .present
            case .absent: .absent
            case .unusable: .unusable
            case .untrusted: .untrusted
            }
        } catch {
            return .unknown
        }
    }
}
