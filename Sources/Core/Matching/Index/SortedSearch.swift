extension RandomAccessCollection {
    /// The first place of a sorted collection whose element is not before what is looked for; its end where there is none.
    ///
    /// *Cost*: a binary search.
    package func firstPlace(after isBefore: (Element) -> Bool) -> Index {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
            if isBefore(self[middle]) { low = index(after: middle) } else { high = middle }
        }
        return low
    }
}
