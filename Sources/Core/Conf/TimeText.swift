/// Durations for people.
package enum TimeText {
    /// *Shape*: the largest unit and the next one, in the units of `--for`: `1d 2h`, `9m 59s`, `10m`, `250ms`.
    package static func text(ofMilliseconds count: Int64) -> String {
        let units: [(name: String, seconds: Int64)] = [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)]
        var rest = count / 1000
        guard let first = units.firstIndex(where: { rest >= $0.seconds }) else { return "\(max(0, count))ms" }
        var parts: [String] = []
        for unit in units[first...].prefix(2) {
            if rest >= unit.seconds { parts.append("\(rest / unit.seconds)\(unit.name)") }
            rest %= unit.seconds
        }
        return parts.joined(separator: " ")
    }
}
