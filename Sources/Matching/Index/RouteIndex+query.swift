internal import Links

// The query conditions of a route, tested against a link.

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
    borrowing func item(for condition: Condition, _ link: borrowing Link, _ bytes: Span<UInt8>) -> Found {
        var found = Found(item: nil, fault: .missing)
        for index in 0..<link.queryItemCount {
            let item = link.queryItem(index)
            guard isKey(condition.key, item, bytes) else { continue }
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
    borrowing func selectionFault(of shape: Shape, _ link: borrowing Link, _ bytes: Span<UInt8>) -> SelectionFault? {
        for index in shape.conditions.range where conditions[index].isRequired {
            let found = item(for: conditions[index], link, bytes)
            guard let fault = found.fault else { continue }
            return SelectionFault(
                condition: index - shape.conditions.range.lowerBound, item: found.item, fault: fault)
        }
        for index in 0..<link.queryItemCount where isForbidden(link.queryItem(index), shape, bytes) {
            return SelectionFault(condition: nil, item: index, fault: .unexpected)
        }
        guard shape.isStrict else { return nil }
        for index in 0..<link.queryItemCount where !isDeclared(link.queryItem(index), shape, bytes) {
            return SelectionFault(condition: nil, item: index, fault: .unexpected)
        }
        return nil
    }

    private borrowing func isDeclared(_ item: QueryItem, _ shape: Shape, _ bytes: Span<UInt8>) -> Bool {
        for index in shape.conditions.range where isKey(conditions[index].key, item, bytes) { return true }
        return false
    }

    private borrowing func isForbidden(_ item: QueryItem, _ shape: Shape, _ bytes: Span<UInt8>) -> Bool {
        for index in shape.absent.range where isKey(absent[index], item, bytes) { return true }
        return false
    }

    private borrowing func isKey(_ key: Slice, _ item: QueryItem, _ bytes: Span<UInt8>) -> Bool {
        guard item.keyBreach == nil, item.key.range.count == Int(key.count) else { return false }
        return SegmentKey.isEqual(texts.span, Int(key.start), bytes, Int(item.key.start), count: Int(key.count))
    }
}
