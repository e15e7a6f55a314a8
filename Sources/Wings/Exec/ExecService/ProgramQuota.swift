import Contract

/// How many programs run, all together and per user; one user cannot take the others' places.
///
/// Programs that outlive their call count by themselves: they may run for hours, and would leave no room for the rest. A
/// process that a program left behind takes the place of one more program of its kind. Where it cannot be told whose it
/// is, it takes one of the places that all users have together, of which such processes take half at most: one user
/// could leave as many as there are places.
struct ProgramQuota {
    /// Programs and processes; nil is the owner of those of which no user is known.
    private var counts: [LeftoverOwner?: Int] = [:]

    /// The limit that one more program of the user would go over; nil where there is room.
    func limitReached(by owner: LeftoverOwner) -> Int? {
        let own = counts[owner, default: 0]
        if owner.isDetached { return own < Limits.detachedProgramsPerUser ? nil : Limits.detachedProgramsPerUser }
        let unattributed = min(counts[nil, default: 0], Limits.unattributedLeftovers)
        let all = counts.filter { $0.key?.isDetached == false }.values.reduce(unattributed, +)
        guard all < Limits.runningPrograms else { return Limits.runningPrograms }
        return own < Limits.runningProgramsPerUser ? nil : Limits.runningProgramsPerUser
    }

    /// Counts a program that is to be started, or a process that was left behind.
    mutating func take(_ owner: LeftoverOwner?) { counts[owner, default: 0] += 1 }

    /// Counts it no more.
    mutating func give(_ owner: LeftoverOwner?) {
        let left = counts[owner, default: 1] - 1
        counts[owner] = left > 0 ? left : nil
    }
}
