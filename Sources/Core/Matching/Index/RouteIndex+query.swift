internal import Links

// The query conditions of a route, tested against a link, and the items that they take.

extension RouteIndex {
    /// The item of a link for one condition.
    struct Found {
        var item: Int?
        var fault: QueryFault?
    }

    /// A fault of a link's query that keeps it from selecting a route.
    struct SelectionFault {
        let condition: Int?
        let item: Int?
        let fault: QueryFault
    }

    /// The item with the condition's key, and its fault.
    ///
    /// For a repeated key this is the second item.
    borrowing func item(
        for condition: Condition, _ link: borrowing Link, _ bytes: Span<UInt8>, _ keys: inout LinkKeys
    ) -> Found {
        var found = Found(item: nil, fault: .missing)
        for index in keys.items(condition.key.word, link, bytes) {
            let item = link.queryItem(index)
            guard keys.knows(condition.key.word, at: index) || isKey(condition.key, item, bytes) else { continue }
            if found.item != nil { return Found(item: index, fault: .duplicate) }
            let isValid = item.valueBreach == nil && accepts(condition.atom, bytes, item.value)
            found = Found(item: index, fault: isValid ? nil : .invalid)
        }
        return found
    }

    /// The first reason why the query does not select the route.
    ///
    /// Required keys are tested first, in the route's order. Absent keys follow and, for a strict route, keys that it does
    /// not declare, in the link's order. Optional keys are not tested.
    borrowing func selectionFault(
        of shape: Shape, _ link: borrowing Link, _ bytes: Span<UInt8>, _ keys: inout LinkKeys
    ) -> SelectionFault? {
        for index in shape.conditions.range where conditions[index].isRequired {
            let found = item(for: conditions[index], link, bytes, &keys)
            guard let fault = found.fault else { continue }
            return SelectionFault(
                condition: index - shape.conditions.range.lowerBound, item: found.item, fault: fault)
        }
        if let item = forbiddenItem(shape, link, bytes, &keys) {
            return SelectionFault(condition: nil, item: item, fault: .unexpected)
        }
        guard shape.isStrict else { return nil }
        for index in 0..<link.queryItemCount where !isDeclared(link.queryItem(index), shape, bytes) {
            return SelectionFault(condition: nil, item: index, fault: .unexpected)
        }
        return nil
    }

    /// Records the items of the declared keys; returns the fault of an exact key, if any.
    ///
    /// An optional key that is at fault is left out, with its fault in `match`. If it has one value, and that is empty, it
    /// counts as absent.
    borrowing func takeItems(
        _ best: inout Best, _ shape: Shape, _ link: borrowing Link, _ bytes: Span<UInt8>, _ match: inout Match
    ) -> MatchResult? {
        match.forgetItems()
        for index in shape.conditions.range {
            let condition = conditions[index]
            let found = item(for: condition, link, bytes, &best.keys)
            let number = index - shape.conditions.range.lowerBound
            guard let fault = found.fault, fault != .missing || condition.isRequired else {
                match.queryItems.append(found.item)
                continue
            }
            // A text that the policy refuses is never left out: such links are refused whole.
            let isForbidden = fault == .invalid && found.item.map { link.queryItem($0).valueBreach != nil } ?? false
            if condition.isRequired || condition.isExact || isForbidden {
                return .query(rule: Int(best.rule), condition: number, item: found.item, fault)
            }
            match.queryItems.append(nil)
            if let item = found.item, fault == .duplicate || !link.queryItem(item).value.range.isEmpty {
                match.leftOut.append(Match.LeftOut(condition: number, item: item, fault: fault))
            }
        }
        return nil
    }

    private borrowing func isDeclared(_ item: QueryItem, _ shape: Shape, _ bytes: Span<UInt8>) -> Bool {
        for index in shape.conditions.range where isKey(conditions[index].key, item, bytes) { return true }
        return false
    }

    /// The first item whose key must be absent.
    private borrowing func forbiddenItem(
        _ shape: Shape, _ link: borrowing Link, _ bytes: Span<UInt8>, _ keys: inout LinkKeys
    ) -> Int? {
        var first: Int?
        for index in shape.absent.range {
            let key = absent[index]
            for item in keys.items(key.word, link, bytes)
            where keys.knows(key.word, at: item) || isKey(key, link.queryItem(item), bytes) {
                first = min(first ?? .max, item)
                break
            }
        }
        return first
    }

    private borrowing func isKey(_ key: Key, _ item: QueryItem, _ bytes: Span<UInt8>) -> Bool {
        guard item.keyBreach == nil, item.key.range.count == Int(key.text.count) else { return false }
        return SegmentKey.isEqual(
            texts.span, Int(key.text.start), bytes, Int(item.key.start), count: Int(key.text.count))
    }
}
