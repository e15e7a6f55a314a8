extension RouteTrie {
    /// Adds every member at or below `target` that may be inside `path`.
    func collect(
        inside path: RoutePath, at target: Target, depth: Int, _ store: inout RouteStore, _ found: inout Set<Int32>
    ) {
        guard target >= 0 else {
            found.insert(~target)
            return
        }
        if depth == path.count {
            if path.isOpen {
                forEachMember(below: target) { found.insert($0) }
            } else {
                var cell = nodes[Int(target)].firstEnd
                while cell >= 0 {
                    found.insert(cells[Int(cell)].member)
                    cell = cells[Int(cell)].next
                }
            }
            return
        }
        let wanted = store.pathAtoms[Int(path.start) + depth]
        if AtomTable.isLiteral(wanted) {
            if let next = self.target(from: target, wanted) {
                collect(inside: path, at: next, depth: depth + 1, &store, &found)
            }
            return
        }
        for first in [nodes[Int(target)].firstLiteral, nodes[Int(target)].firstOther] {
            var number = first
            while number >= 0 {
                let edge = edges[Int(number)]
                number = edge.next
                guard store.atoms.relation(edge.atom, wanted).isInsideOrEqual else { continue }
                collect(inside: path, at: edge.target, depth: depth + 1, &store, &found)
            }
        }
    }
}
