import Contract
import Testing

@testable import Serving

@Suite struct FeaturePageTests {
    private func features(_ count: Int, description: Int = 0) -> [FeatureReport] {
        (0..<count).map { number in
            FeatureReport {
                ($0.path, $0.name) = ("F\(number)", "F\(number)")
                $0.description = String(repeating: "x", count: description)
            }
        }
    }

    @Test(arguments: [
        (0, 0, 0, nil), (1, 0, 1, nil), (256, 0, 256, nil), (257, 0, 256, "F255"), (1000, 0, 256, "F255"),
        // Of long ones fewer, and one at least.
        (1000, 10_000, 25, "F24"), (3, 1 << 20, 1, "F0"), (1, 1 << 20, 1, nil),
    ])
    func `a page ends where the next feature would make it too long`(
        count: Int, description: Int, taken: Int, next: String?
    ) {
        let page = ListFeatures.Answer(pageOf: features(count, description: description))
        #expect(page.features.count == taken)
        #expect(page.next == next)
    }
}
