import Features

extension Caller {
    /// Whether the kernel says that the caller is in one of the groups.
    func isMember(of groups: [CallerRequirement.Value]) -> Bool {
        groups.contains { $0.id.map(gids.contains) ?? false }
    }
}
