// Performs actions, and nothing without proof: the one way in takes a `VerifiedActionBinding`, and the performer of each
// kind takes the same one and uses it up. Nothing else in this target starts a program or answers for an action.

package import EventLoop
package import Features
package import HostSystem

/// Performs verified bindings.
///
/// *Owner/thread*: the loop's thread.
package final class ActionRunner {
    private let programs: ProgramRunner

    /// How many programs are running or about to.
    package var programCount: Int { programs.count }
    /// Called with processes that programs left behind: how many were found, of which user (nil where that is not known),
    /// and how many there are of all users.
    package var onLeftovers: ((_ found: Int, _ uid: UInt32?, _ all: Int) -> Void)? {
        get { programs.onLeftovers }
        set { programs.onLeftovers = newValue }
    }
    /// How many processes that programs left behind run now; nil where they are not counted.
    package var leftoverCount: Int? { programs.leftoverCount }

    /// - Parameter owner: the user whose programs those of a uid count as.
    package init(loop: Loop, environment: [String: String], owner: @escaping (UInt32) -> UInt32 = { $0 }) {
        programs = ProgramRunner(loop: loop, environment: environment, owner: owner)
    }

    /// Performs the action that was verified and gives the result once, within the call where it is known at once.
    package func perform(_ proof: consuming VerifiedActionBinding, then answer: @escaping (Performance) -> Void) {
        switch proof.action.performer {
        case .hosted: answer(.failed(.notPerformable(action: proof.action.name)))
        case .respond(let template): answer(Responding.perform(template, proof))
        case .exec(let template): programs.perform(template, proof, then: answer)
        }
    }

    /// Stops every program, also one that is started later, and calls back when the last is gone, or can only be waited for.
    package func stopAll(then onIdle: @escaping () -> Void) { programs.stopAll(then: onIdle) }

    /// Has what programs leave behind counted, in a process that adopts orphans.
    ///
    /// *Throws*: `failed`, which libuv has no reason for today.
    package func countLeftovers() throws(LoopError) { try programs.countLeftovers() }
}
