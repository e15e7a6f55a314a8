import Contract
import EventLoop
import Features
import Routing

extension Server {
    /// Whether the caller may call a method.
    func admits(_ caller: Caller, to method: Method) -> Bool {
        method.audience == .anyone || isOperator(caller)
    }

    /// Whether the caller steers the daemon, by the table in force.
    func isOperator(_ caller: Caller) -> Bool {
        operators.admits(caller, isInOperatorGroup: caller.isMember(of: snapshot.ruleset.operatorGroups))
    }

    /// As whom replies see the caller.
    func audience(of caller: Caller) -> Audience { isOperator(caller) ? .operator : .anyone }

    /// Who is at the other end of a connection.
    ///
    /// Where the program comes from is asked now and not when it first matters. Later the process that connected is
    /// likelier to have ended, and another one to have its number. Nothing is lost by asking early: the descendants of an
    /// action stay the daemon's descendants.
    func caller(at stream: UnixStream, _ peer: PeerCredentials, socket: String?) -> Caller {
        let caller = Caller(uid: peer.uid, gids: [peer.gid] + peer.groups, socket: socket)
        let isInGroup = caller.isMember(of: snapshot.ruleset.operatorGroups)
        guard operators.needsOrigin(uid: peer.uid, isInOperatorGroup: isInGroup) else { return caller }
        let origin: Caller.Origin =
            switch stream.peerOrigin(generationLimit: Limits.processGenerations) {
            case .descendant: .action
            case .elsewhere: .elsewhere
            case .unknown: .unknown
            }
        return Caller(uid: caller.uid, gids: caller.gids, socket: socket, origin: origin)
    }
}
