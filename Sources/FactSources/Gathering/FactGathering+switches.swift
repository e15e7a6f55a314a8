// Operators have the last word on a switch, sources included. While one has spoken the source's word stays out of the
// store; and while nobody can tell what operators said, every source's does: a switch that may have been thrown is not
// taken for on because a file says so.

extension FactGathering {
    /// Leaves a switch to somebody else, who puts it into the store; its source is asked as before.
    package func leave(switch path: String) {
        guard case .some(let paths) = left else { return }
        left = .some(paths.union([path]))
    }

    /// Takes a switch back from whoever had it, and puts its source's word into the store.
    package func takeBack(switch path: String) {
        guard case .some(let paths) = left else { return }
        left = .some(paths.subtracting([path]))
        // Whether or not it was left: whoever had it may have taken the word out of the store.
        guard let standing = inquiries.standing(of: .runtime(path), nowMs: nowMs) else { return }
        put(standing, for: .runtime(path))
        onMove?()
    }

    /// Leaves these switches and no others.
    package func leave(onlySwitches paths: Set<String>) { leave(.some(paths)) }

    /// Leaves every switch of every table: somebody would speak for some of them, but cannot be heard.
    ///
    /// No source's word is left in the store.
    package func leaveEverySwitch() { leave(.all) }

    private func leave(_ left: LeftSwitches) {
        let before = self.left
        self.left = left
        var isMoved = false
        for case .runtime(let path) in Array(inquiries.questions) where before.contains(path) != left.contains(path) {
            if left == .all {
                put(nil, for: .runtime(path))
            } else if before.contains(path) {
                put(inquiries.standing(of: .runtime(path), nowMs: nowMs), for: .runtime(path))
            }
            isMoved = true
        }
        if isMoved { onMove?() }
    }
}
