import DeepLinkFeatures
import Foundation

/// Prints the cost of one user: memory and time of a dispatcher, and the time of a link.
func measure(_ declarations: FeatureDeclarations, _ shop: Shop, users count: UInt32) throws {
    let clock = ContinuousClock()
    var dispatchers: [Dispatcher] = []
    dispatchers.reserveCapacity(Int(count))
    let before = try residentBytes()
    let making = try clock.measure {
        for user in 0..<count { dispatchers.append(try Dispatcher(declarations, for: .uid(user), purchases: shop)) }
    }
    let made = try residentBytes()
    let first = try clock.measure {
        for dispatcher in dispatchers { _ = try dispatcher.open("podcast://favourites/rock") }
    }
    let used = try residentBytes()
    let again = try clock.measure {
        for dispatcher in dispatchers { _ = try dispatcher.open("podcast://favourites/rock") }
    }
    func microseconds(_ duration: Duration) -> Double {
        (duration / Double(count) / .microseconds(0.01)).rounded() / 100
    }
    print("\(count) users, each with a dispatcher")
    print("  memory: \((made - before) / Int(count)) bytes made, \((used - before) / Int(count)) after a link")
    print("  making one: \(microseconds(making)) µs")
    print("  its first link: \(microseconds(first)) µs; each further one: \(microseconds(again)) µs")
}

/// The memory that the process has now.
private func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 } ?? 0
}
