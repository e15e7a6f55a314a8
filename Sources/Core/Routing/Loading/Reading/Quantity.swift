/// Numbers, sizes and times as tables write them.
package enum Quantity {
    /// A whole number without sign.
    package static func count(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(Name.isDigit) else { return nil }
        return Int(text)
    }

    /// *Shape*: `500`, `64k`, `1m`; *Units*: bytes, `k` and `m` are 1,024 and 1,024².
    package static func bytes(_ text: String) -> Int? {
        let factor = text.hasSuffix("k") ? 1024 : text.hasSuffix("m") ? 1024 * 1024 : 1
        guard let count = count(factor == 1 ? text : String(text.dropLast())) else { return nil }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: factor)
        return overflow ? nil : bytes
    }

    /// *Shape*: `500ms`, `5s`, `2m`, `1h`, `14d`; the unit is never left out.
    package static func duration(_ text: String) -> Duration? {
        let units: [(suffix: String, milliseconds: Int)] = [
            ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
        ]
        for unit in units where text.hasSuffix(unit.suffix) {
            let count = count(String(text.dropLast(unit.suffix.utf8.count)))
            if let count, count <= 86_400_000 { return .milliseconds(count * unit.milliseconds) }
        }
        return nil
    }
}
