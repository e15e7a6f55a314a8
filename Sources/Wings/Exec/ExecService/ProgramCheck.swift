internal import Contract
import ExecRules
package import FactSources
package import Features
import HostSystem

/// Checks whether a program can be started, in the way that `exec` checks it before each start.
package enum ProgramCheck {
    /// Makes the source of a fact about a program, and of no other.
    package static func source(of origin: any FactOrigin, in gathering: FactGathering) -> (any FactSource)? {
        (origin as? ProgramRequirement).map { gathering.watchedFile($0.path, absent: .program(.absent), look: look) }
    }

    /// Looks at the program; blocks.
    static func look(_ path: String, as key: FactKey) -> SourceReply {
        do throws(LoopError) {
            let state: ProgramState =
                switch try ProgramFile.hindrance(of: path) {
                case nil: .present
                case .absent: .absent
                case .unusable: .unusable
                case .untrusted: .untrusted
                }
            return .facts([key: .program(state)])
        } catch {
            return .undetermined(reason: "\(error)")
        }
    }
}
