/// The numbers that `Caller` prints.
struct Answers {
    /// Good answers, and others together with calls without an answer.
    let good, bad: Int
    let callsPerSecond: Double
    /// *Units*: nanoseconds.
    let p50, p99, p999OfWorstSecond: Double

    /// Nil if the numbers are not those of `Caller`.
    init?(_ numbers: [Int64]) {
        guard numbers.count == 9, numbers[3] > 0 else { return nil }
        (good, bad) = (Int(numbers[0]), Int(numbers[1] + numbers[2]))
        callsPerSecond = Double(numbers[0]) * 1_000_000 / Double(numbers[3])
        (p50, p99, p999OfWorstSecond) = (Double(numbers[4]), Double(numbers[5]), Double(numbers[8]))
    }
}
