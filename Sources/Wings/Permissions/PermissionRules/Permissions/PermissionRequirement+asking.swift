package import Features

extension PermissionRequirement {
    /// The permission that a person is asked for; nil where none can be asked for, or one is granted, or may be.
    ///
    /// Of several it is one that is asked for anyway, else the first that was not asked for yet, else the first that can be asked
    /// for again.
    ///
    /// - Parameters:
    ///   - others: the permissions that other requirements of the feature have the person asked for.
    ///   - isRepeatable: whether the person can be asked again for one that was denied.
    package func asked(
        _ facts: SubjectFacts, beside others: Set<Permission>, isRepeatable: (NeededPermission) -> Bool = { _ in false }
    ) -> NeededPermission? {
        let standings = alternatives.map { ($0, $0.standing(facts).status) }
        guard !standings.contains(where: { [.authorized, .unknown].contains($0.1) }) else { return nil }
        let unasked = standings.filter { $0.1 == .notDetermined }.map(\.0)
        let denied = standings.filter { $0.1 == .denied }.map(\.0).filter(isRepeatable)
        let possible = unasked + denied
        return possible.first { others.contains($0.permission) } ?? possible.first
    }

    /// The one with that name.
    package func alternative(_ name: String) -> NeededPermission? {
        alternatives.first { $0.permission.description == name }
    }

    /// One that is granted; nil where none is.
    package func granted(_ facts: SubjectFacts) -> NeededPermission? {
        alternatives.first { $0.standing(facts).status == .authorized }
    }
}
