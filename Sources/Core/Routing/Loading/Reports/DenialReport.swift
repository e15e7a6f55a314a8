import Conf
import Matching

/// Hosts that the `deny` lines of another file would hold for, if they were not declared in a file of their own.
///
///     a.conf   host *.pods.example      deny /internal/**
///     b.conf   host ex.pods.example                            its links below /internal are not denied
struct DenialReport: BlockReader {
    let table: TableReading

    /// Warns of each host of which its own file does not repeat all that is denied for the wildcard.
    func warn() {
        guard !table.draft.denies.isEmpty else { return }
        let scopes = table.draft.scopes.filter { !table.draft.leftOutOwners.contains($0.owner) }
        let wildcards = Dictionary(scopes.filter(Self.isWildcard).map { ($0.entry, $0) }) { first, _ in first }
        guard !wildcards.isEmpty else { return }
        for scope in scopes {
            guard case .host(let host) = scope.entry else { continue }
            let wider = host.wider.compactMap { wildcards[.host($0)] }
            let own = denies(of: scope, wider)
            for wildcard in wider where wildcard.owner != scope.owner {
                let missing = denies(of: wildcard, wider).first { deny in
                    !own.contains { $0.pattern.covers(deny.pattern) }
                }
                guard let missing else { continue }
                warn(of: scope, below: wildcard, missing)
                break
            }
        }
    }

    private static func isWildcard(_ scope: TableDraft.Scope) -> Bool {
        if case .host(let host) = scope.entry { host.kind != .exact } else { false }
    }

    /// The `deny` lines of a host's file that hold for all its links.
    ///
    /// - Parameter wider: the wildcards that cover the host.
    private func denies(of scope: TableDraft.Scope, _ wider: [TableDraft.Scope]) -> [TableDraft.Deny] {
        let entries =
            [scope.entry, .anyHost(file: scope.owner)] + wider.filter { $0.owner == scope.owner }.map(\.entry)
        return table.draft.denies.filter { $0.entries.contains(where: entries.contains) }
    }

    private func warn(of scope: TableDraft.Scope, below wildcard: TableDraft.Scope, _ missing: TableDraft.Deny) {
        report(
            .undeniedHost, scope.place,
            "what is denied for `\(wildcard.spelling)` is not denied for `\(scope.spelling)`, which this file owns",
            help:
                "repeat the line in this file: `deny \(missing.pattern.text) in \(scope.spelling)`, or declare the host in "
                + "the file of the wildcard",
            related: [.init(place: missing.place, note: "for the wildcard it is denied here")])
    }
}
