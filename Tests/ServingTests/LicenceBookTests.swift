import Contract
import Features
import PurchaseRules
import Testing

@testable import PurchaseService
@testable import Serving

/// What follows from licences, worked out on demand and for all subjects at once.
@Suite struct LicenceBookTests {
    private static let keys = ["k1", "k2", "k3"].map { id in
        guard let key = try? SigningKey(.edDSA, id: id) else { preconditionFailure("no random bits") }
        return key.publicKey
    }
    private static let subjects = (0..<5).map { Subject.uid(1000 + $0) }

    private static func issuer(_ keys: [Int], revoked: [String: Int64] = [:], clock: Bool = false) -> Issuer {
        Issuer(
            name: "shop", keys: keys.map { Self.keys[$0] }, products: ["pro", "coins"], audience: "app",
            revoked: revoked, requiresSynchronisedClock: clock)
    }

    /// A licence of a subject; a number makes one of a kind.
    private static func licence(_ number: Int, of subject: Subject) -> Licence {
        let claims = LicenceClaims(
            issuer: "shop", audience: "app", subject: .account("\(subject)"), id: "order-\(number / 2)",
            products: [number % 3 == 0 ? "coins" : "pro"], issuedMs: Int64(number), endsMs: Int64(10_000 + number),
            state: .active, units: number % 3 == 0 ? number : nil)
        return Licence(
            claims, keyID: "k\(number % 3 + 1)", digest: Array("\(subject) \(number)".utf8), receivedMs: Int64(number))
    }

    private static func book() -> LicenceBook {
        var book = LicenceBook()
        _ = book.adopt([issuer([0, 1, 2])], nil)
        for subject in subjects { book.add((0..<20).map { licence($0, of: subject) }, of: subject) }
        return book
    }

    /// What the book says of every product of every subject.
    private static func claims(_ book: LicenceBook, atMs nowMs: Int64 = 500) -> [Subject: [String: [Fact]]] {
        var book = book
        return Dictionary(
            uniqueKeysWithValues: subjects.map { subject in
                let all = ["pro", "coins"].map { ($0, book.licenceClaims(about: $0, of: subject, atMs: nowMs)) }
                return (subject, Dictionary(uniqueKeysWithValues: all.filter { !$0.1.isEmpty }))
            })
    }

    @Test(arguments: [
        [issuer([0, 1, 2], revoked: ["k2": 5])], [issuer([0, 1])], [issuer([1])], [], [issuer([0, 1, 2], clock: true)],
    ])
    func `what was prepared for other issuers is what is worked out on demand`(_ issuers: [Issuer]) {
        var (onDemand, prepared) = (Self.book(), Self.book())
        _ = onDemand.adopt(issuers, nil)
        let work = prepared.preparation(for: issuers, isClockSynchronised: true, atMs: 500)
        let claims = prepared.adopt(issuers, work())
        #expect(claims.filter { !$0.value.isEmpty } == Self.claims(onDemand).filter { !$0.value.isEmpty })
        #expect(Self.claims(prepared) == Self.claims(onDemand))
        for subject in Self.subjects {
            #expect(prepared.licenceCount(of: subject) == onDemand.licenceCount(of: subject))
        }
    }

    @Test func `a licence that arrives while all are worked out stays, and its subject is worked out anew`() {
        var book = Self.book()
        let other = [Self.issuer([0, 1, 2], revoked: ["k2": 5])]
        let work = book.preparation(for: other, isClockSynchronised: true, atMs: 500)
        book.add([Self.licence(41, of: Self.subjects[1])], of: Self.subjects[1])
        let claims = book.adopt(other, work())
        #expect(Set(claims.keys) == Set(Self.subjects).subtracting([Self.subjects[1]]))
        #expect(book.licenceCount(of: Self.subjects[1]) == 21)
        #expect(Self.claims(book)[Self.subjects[1]]?["pro"]?.first?.evidence?.asOfMs == 41)
    }

    @Test func `what was read replaces what is known, but for what arrived since`() {
        var book = Self.book()
        let (issuers, subject) = (book.issuers, Self.subjects[0])
        let read = [subject: [Self.licence(1, of: subject)]]
        let work = book.preparation(of: read, for: issuers, isClockSynchronised: true, atMs: 500)
        book.add([Self.licence(50, of: subject)], of: subject)
        _ = book.adopt(issuers, work())
        // Whatever the subject had is kept with what arrived: it was verified with the keys in force.
        #expect(book.licenceCount(of: subject) == 21)
        #expect(book.licenceCount(of: Self.subjects[1]) == 0)
    }

    @Test func `what was prepared before all licences were replaced has no effect`() {
        var book = Self.book()
        let other = [Self.issuer([0])]
        let work = book.preparation(for: other, isClockSynchronised: true, atMs: 500)
        book.replace(licences: [:])
        #expect(book.adopt(other, work()).isEmpty)
        for subject in Self.subjects { #expect(book.licenceCount(of: subject) == 0) }
    }

    @Test func `a key that is another one under its id does not stand for what the first one signed`() throws {
        var book = Self.book()
        let stranger = try SigningKey(.edDSA, id: "k1").publicKey
        let other = [
            Issuer(name: "shop", keys: [stranger, Self.keys[1]], products: ["pro", "coins"], audience: "app")
        ]
        let work = book.preparation(for: other, isClockSynchronised: true, atMs: 500)
        _ = book.adopt(other, work())
        #expect(book.licenceCount(of: Self.subjects[0]) == (0..<20).count { $0 % 3 == 1 })
    }
}
