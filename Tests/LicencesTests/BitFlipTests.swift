import Contract
import Features
import PurchaseRules
import TestSupport
import Testing

@Suite struct BitFlipTests {
    @Test(arguments: KeyAlgorithm.allCases)
    func `an item with any one bit changed is refused`(_ algorithm: KeyAlgorithm) throws {
        let key = try SigningKey(algorithm)
        let verifier = LicenceVerifier(issuers: [.sample([key])])
        var count = 0
        for claims in [
            LicenceClaims.sample(), .sample(id: "order-22", products: ["coins"], endsMs: now + day, units: 10),
        ] {
            let item = Array(try #require(key.sign(claims)).utf8)
            #expect(throws: Never.self) { try verifier.verify(item, receivedMs: now) }
            for place in item.indices {
                for bit in 0..<8 {
                    var changed = item
                    changed[place] ^= 1 << UInt8(bit)
                    #expect(throws: LicenceFault.self, "byte \(place), bit \(bit)") {
                        try verifier.verify(changed, receivedMs: now)
                    }
                    count += 1
                }
            }
        }
        print("\(algorithm.rawValue): \(count) changes of one bit, all refused")
    }

    @Test func `any bytes, and any change of an item, are a licence or a fault and end nothing`() throws {
        var random = SeededGenerator(for: "any bytes, and any change of an item")
        let key = try SigningKey(.edDSA)
        let verifier = LicenceVerifier(issuers: [.sample([key])])
        let item = Array(try #require(key.sign(.sample())).utf8)
        let alphabet = Array(#".eyJ{}[]":,\u0ÿ "#.utf8)
        for _ in 0..<3000 {
            var bytes = item
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: place)
                default: bytes.removeSubrange(place...)
                }
                if bytes.count < 3 { bytes = item }
            }
            guard bytes != item else { continue }
            #expect(throws: LicenceFault.self) { try verifier.verify(bytes, receivedMs: now) }
        }
    }
}
