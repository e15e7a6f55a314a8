/// The numbers that `Caller` prints.
struct Answers {
    /// Good answers, and others together with calls that were not answered.
    let good, bad: Int
    let callsPerSecond: Double
    /// *Units*: nanoseconds.
    let p50, p99, p999OfWorstSecond: Double

    /// Nil if the numbers are not those of `Caller`.
    init?(_ numbers: [Int64]) {
        guard numbers.count == 8, numbers[2] > 0 else { return nil }
        (good, bad) = (Int(numbers[0]), Int(numbers[1]))
        callsPerSecond = Double(numbers[0]) * 1_000_000 / Double(numbers[2])
        (p50, p99, p999OfWorstSecond) = (Double(numbers[3]), Double(numbers[4]), Double(numbers[7]))
    }
}
