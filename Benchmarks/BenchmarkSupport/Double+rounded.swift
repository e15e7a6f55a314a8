extension Double {
    /// The number in decimal, rounded.
    ///
    /// *Shape*: 12.345 with one place → `12.3`; NaN and numbers too large for a measurement give `?`.
    package func rounded(toPlaces places: Int) -> String {
        var scale: Int64 = 1
        for _ in 0..<places { scale *= 10 }
        guard let scaled = Int64(exactly: (self * Double(scale)).rounded()) else { return "?" }
        let magnitude = scaled.magnitude
        let fraction = String(magnitude % UInt64(scale))
        let zeros = String(repeating: "0", count: max(0, places - fraction.utf8.count))
        return (scaled < 0 ? "-" : "") + String(magnitude / UInt64(scale)) + (places > 0 ? "." + zeros + fraction : "")
    }
}
