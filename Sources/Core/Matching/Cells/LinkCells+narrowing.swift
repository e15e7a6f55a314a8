// Where two tables differ in few rules, most of the others never meet these: no link has both on its way. Without them the
// cells are found in a fraction of the time.
//
//     /shows/$(show:slug)   →  /*/$(show:slug)      /lists/$(list:slug)    may meet it, and stays
//                                                   /sleep                 never meets it, and is left out

internal import Links

extension LinkCells {
    /// Two tables without the rules that no rule meets in which the tables differ.
    ///
    /// Tables whose rules do not stand in the same order stay as they are.
    ///
    /// *Cost*: of each rule a comparison with those that differ.
    package static func narrowed(_ old: Table, _ new: Table) -> (Table, Table) {
        guard old.rules.count == new.rules.count,
            old.scopes.schemes == new.scopes.schemes, old.scopes.hosts == new.scopes.hosts
        else { return (old, new) }
        let different = zip(old.rules, new.rules).filter { rule, other in
            rule.meaning != other.meaning || rule.rule.entries != other.rule.entries
        }
        // Most of the rules would stay, and to find them takes longer than the cells.
        guard different.count < old.rules.count / 2 else { return (old, new) }
        func denials(_ table: Table, _ other: Table) -> [PathSet] {
            table.denials.filter { denial in
                !other.denials.contains { $0.pattern == denial.pattern && $0.entries == denial.entries }
            }.map { PathSet($0.pattern) }
        }
        let changed = Set(different.flatMap { [$0.paths, $1.paths] } + denials(old, new) + denials(new, old))
        func kept(_ table: Table) -> Table {
            var narrow = table
            narrow.rules = table.rules.filter { entry in changed.contains { $0.mayMeet(entry.paths) } }
            return narrow
        }
        return (kept(old), kept(new))
    }
}

extension PathSet {
    /// False only if no path is in both sets.
    fileprivate func mayMeet(_ other: PathSet) -> Bool {
        if shapes.count < other.shapes.count, end == .exact { return false }
        if other.shapes.count < shapes.count, other.end == .exact { return false }
        for (mine, its) in zip(shapes, other.shapes) where !mine.mayMeet(its) { return false }
        return true
    }
}

extension AtomShape {
    /// False only if no text is of both shapes.
    fileprivate func mayMeet(_ other: AtomShape) -> Bool {
        switch (self, other) {
        case (.affixed, .affixed): true
        case (.words(let words), _): words.contains { other.accepts($0.span) }
        case (_, .words(let words)): words.contains { accepts($0.span) }
        }
    }
}
