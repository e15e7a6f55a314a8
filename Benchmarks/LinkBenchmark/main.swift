// The time to parse a link (standard, policy and splitting together), by kind and length of link.
//
//     swift run -c release LinkBenchmark [--check]
//
// The limits are ratios to the reference, recorded at two to three times the measured values; an accepted link of up to
// eight segments and four query items allocates once. The time per byte shows that parsing is linear: it is the same at 1
// KiB and at 64.

import BenchmarkSupport
import CAllocationCount
import Contract
import Glibc
import Links

let limits = {
    var limits = LinkLimits()
    (limits.urlBytes, limits.segments, limits.queryItems) = (65 << 10, 64 << 10, 64 << 10)
    return limits
}()

extension Benchmark {
    /// Measures the time to parse one text.
    mutating func measure(_ name: String, _ text: String, limit: Double, allocations: Double = 1) {
        let bytes = Array(text.utf8)
        let limits = limits
        measure(name, bytes: bytes.count, limit: limit, allocations: allocations) {
            do throws(LinkError) {
                keep(try Link.parse(bytes.span, limits: limits))
            } catch {
                keep(error)
            }
        }
    }
}

/// A text of `count` bytes: the head, as many whole units as fit, and letters to fill up.
func text(_ head: String, repeating unit: String, count: Int) -> String {
    let rest = count - head.utf8.count
    let filling = String(repeating: "a", count: rest % unit.utf8.count)
    return head + String(repeating: unit, count: rest / unit.utf8.count) + filling
}

var benchmark = Benchmark(arguments: CommandLine.arguments, allocationCount: allocation_count)
benchmark.measure("app link", "podcast://favourites/smart-playlists/rock-and-roll/episodes/7", limit: 6)
benchmark.measure("web link", "https://podcasts.example/favourites/smart-playlists/rock/ep/7", limit: 6)
benchmark.measure("web link with query", "https://podcasts.example/shows/morning?lang=de&page=7&sort=new", limit: 8)
benchmark.measure("app link with fragment", "podcast://episodes/the-first-of-many-episodes#t=1200&loop=off", limit: 6)
benchmark.measure("app link with escapes", "podcast://favourites/caf%C3%A9%20au%20lait/rock%26roll/ep/7", limit: 9)
benchmark.measure("app link to be escaped", "podcast://favourites/café au lait/rock and roll/episodes/77", limit: 15)
benchmark.measure("shortest", "podcast:a", limit: 5)

benchmark.measure("refused: no scheme", "favourites/smart-playlists/rock-and-roll/episodes/777777/plays", limit: 2)
benchmark.measure("refused: bad port", "https://podcasts.example:port/favourites/smart-playlists/rock7", limit: 4)
benchmark.measure(
    "refused: user name", "https://someone@podcasts.example/favourites/smart-playlists/r", limit: 8)
benchmark.measure("refused: dot segment", "podcast://favourites/smart-playlists/../rock-and-roll/episode", limit: 8)
benchmark.measure("refused: encoded slash", "podcast://favourites/smart-playlists%2Frock-and-roll/episodes", limit: 9)
benchmark.measure(
    "refused: empty segment", "podcast://favourites/smart-playlists//rock-and-roll/episodes/", limit: 6
)

// Hosts that no DNS has, and policy violations in every item: their cost may depend only on the length of the text.
let dots = "https://" + String(repeating: ".", count: 60_000) + "example.org/"
benchmark.measure("refused: host of 60,000 dots", dots, limit: 1_500)
benchmark.measure(
    "refused: host of 30,000 labels", "https://" + String(repeating: "a.", count: 30_000) + "example.org/",
    limit: 1_500)
benchmark.measure(
    "refused: international host", "https://\u{FF50}odcasts.example/favourites/smart-playlists/r", limit: 900,
    allocations: 60)
benchmark.measure(
    "international host", "https://bücher.example/favourites/smart-playlists/rock/ep/7", limit: 1_200,
    allocations: 90)
for kibibytes in [8, 64] {
    let item = String(repeating: "é", count: (kibibytes << 10) / 128 / 2 - 4) + "=%00&"
    benchmark.measure(
        "\(kibibytes) KiB of 128 refused values", "podcast:a?" + String(repeating: item, count: 128),
        limit: Double(kibibytes << 10), allocations: 8)
}

for kibibytes in [1, 2, 4, 8, 16, 32, 64] {
    let count = kibibytes << 10
    let size = "\(kibibytes) KiB"
    let scale = Double(count)
    benchmark.measure(
        size + " of path", text("podcast://favourites/", repeating: "abcdefghijklmno", count: count),
        limit: scale / 30)
    benchmark.measure(
        size + " of query", text("podcast://favourites/?q=", repeating: "abcdefghijklmno", count: count),
        limit: scale / 30)
    benchmark.measure(
        size + " of segments", text("podcast://favourites/", repeating: "segment/", count: count), limit: scale / 20,
        allocations: 12)
    benchmark.measure(
        size + " of escapes", text("podcast://favourites/", repeating: "a%C3%A9bc%20", count: count),
        limit: scale / 8)
    benchmark.measure(
        size + " to be escaped", text("podcast://favourites/", repeating: "é a", count: count), limit: scale / 2.5)
}
exit(benchmark.finish())
