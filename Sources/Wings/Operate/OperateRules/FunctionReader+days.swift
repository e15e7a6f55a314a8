import Conf
import Contract
import Routing

extension FunctionReader {
    private static var secondsOfDay: Int64 { 86_400 }

    /// Reads `keep N days`; nil, with a report, for anything else.
    ///
    /// - Parameters:
    ///   - kept: what is kept: `entries`.
    ///   - longest: how long it can be kept.
    func days(in line: Int, of kept: String, upTo longest: Duration) -> Int? {
        let words = arguments(line)
        let range = 1...Int(longest.components.seconds / Self.secondsOfDay)
        let count = Quantity.count(words[0].text)
        if let count, range.contains(count), words.count == 2, ["day", "days"].contains(words[1].text) { return count }
        // A time is written `7d` in other lines.
        let meant = Quantity.duration(words[0].text).map { Int($0.components.seconds / Self.secondsOfDay) } ?? count
        let example = meant.flatMap { range.contains($0) ? $0 : nil } ?? 7
        return refuse(
            .badValue, place(1, line), "\(kept) are kept for \(range.lowerBound) to \(range.upperBound) whole days",
            help: "write `keep \(example) \(example == 1 ? "day" : "days")`")
    }
}
