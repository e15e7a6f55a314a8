import Contract
import Features
import PurchaseRules
import TestSupport
import Testing

@testable import PurchaseService

/// What is left of purchases, against a model that is a list of purchases with their units.
@Suite struct SpendingModelTests {
    /// One purchase of the model.
    private struct Bought {
        let id: String
        var units: Int?
        let endsMs: Int64
        var spent = 0

        var left: Int { max(0, (units ?? 1) - spent) }
    }

    private static let subject = Subject.uid(1000)

    private static func licence(_ bought: Bought, issuedMs: Int64, of machine: Bool) -> Licence {
        let claims = LicenceClaims(
            issuer: "shop", audience: "app", subject: .uid(1000), id: bought.id, products: ["coins"],
            issuedMs: issuedMs, endsMs: bought.endsMs, units: bought.units)
        return Licence(
            claims, keyID: "k1", digest: Array("\(machine) \(bought.id) \(issuedMs)".utf8), receivedMs: issuedMs)
    }

    private static func issuer() throws -> Issuer {
        let key = try SigningKey(.edDSA, id: "k1")
        return Issuer(name: "shop", keys: [key.publicKey], products: ["coins"], audience: "app", revoked: [:])
    }

    @Test func `units are taken of the purchases that end first, and each of them once`() throws {
        var random = SeededGenerator(for: "spending")
        let issuer = try Self.issuer()
        for _ in 0..<300 {
            var book = LicenceBook()
            _ = book.adopt([issuer], nil)
            var (own, machine): ([Bought], [Bought]) = ([], [])
            var (nowMs, issuedMs): (Int64, Int64) = (1000, 1)
            var reserved: [(parts: [SpendingPortion], isOfMachine: Bool)] = []
            var log: [String] = []
            for _ in 0..<40 {
                switch Int.random(in: 0..<10, using: &random) {
                case 0...2:
                    let isOfMachine = Int.random(in: 0..<4, using: &random) == 0
                    let bought = Bought(
                        id: "o\(issuedMs)",
                        units: Bool.random(using: &random) ? Int.random(in: 0...9, using: &random) : nil,
                        endsMs: nowMs + 64 * Int64.random(in: 1...2000, using: &random) + issuedMs)
                    if isOfMachine { machine.append(bought) } else { own.append(bought) }
                    let licence = Self.licence(bought, issuedMs: issuedMs, of: isOfMachine)
                    book.add([licence], of: isOfMachine ? .machine : Self.subject)
                    issuedMs += 1
                case 3:
                    nowMs += 64 * Int64.random(in: 0...400, using: &random)
                case 4:
                    // A later licence of a purchase says how many units were bought.
                    guard let place = own.indices.randomElement(using: &random) else { continue }
                    own[place].units = Int.random(in: 0...12, using: &random)
                    book.add([Self.licence(own[place], issuedMs: issuedMs, of: false)], of: Self.subject)
                    issuedMs += 1
                case 5...7:
                    let units = Int.random(in: 1...6, using: &random)
                    let portions = book.portions(of: "coins", for: Self.subject, atMs: nowMs)
                    let taken = SpendingPortion.taking(units, of: portions)
                    let ownLeft = own.filter { $0.endsMs > nowMs }.reduce(0) { $0 + $1.left }
                    let machineLeft = machine.filter { $0.endsMs > nowMs }.reduce(0) { $0 + $1.left }
                    #expect((taken != nil) == (max(ownLeft, machineLeft) >= units), "\(log)")
                    guard let taken else { continue }
                    let isOfMachine = machineLeft > ownLeft
                    #expect(taken.reduce(0) { $0 + $1.units } == units)
                    if isOfMachine { Self.take(units, of: &machine, nowMs) } else { Self.take(units, of: &own, nowMs) }
                    book.changeSpent(of: "coins", by: Self.subject) { spent in
                        for part in taken { spent.add(part.units, of: part.basis) }
                    }
                    reserved.append((taken, isOfMachine))
                    log.append("take \(units)")
                default:
                    guard let place = reserved.indices.randomElement(using: &random) else { continue }
                    let (parts, isOfMachine) = reserved.remove(at: place)
                    guard Bool.random(using: &random) else { continue }
                    for part in parts {
                        if isOfMachine { Self.giveBack(part, to: &machine) } else { Self.giveBack(part, to: &own) }
                    }
                    book.changeSpent(of: "coins", by: Self.subject) { spent in
                        for part in parts { spent.remove(part.units, of: part.basis) }
                    }
                    log.append("back")
                }
                let granting = own.filter { $0.endsMs > nowMs }
                let claims = book.licenceClaims(about: "coins", of: Self.subject, atMs: nowMs)
                let told = claims.compactMap { $0.value.purchase }.filter { $0.state(atMs: nowMs).entitles == true }
                let shown = told.first.map { $0.units ?? 1 } ?? 0
                // Several purchases that count no units are one unit to the gate, until one of them is spent.
                let isCounted = granting.count == 1 || granting.contains { $0.units != nil || $0.spent > 0 }
                let expected = isCounted ? granting.reduce(0) { $0 + $1.left } : granting.isEmpty ? 0 : 1
                #expect(shown == expected, "\(log): \(told), \(own) at \(nowMs)")
            }
        }
    }

    private static func take(_ units: Int, of bought: inout [Bought], _ nowMs: Int64) {
        var missing = units
        for place in bought.indices.filter({ bought[$0].endsMs > nowMs }).sorted(by: {
            (bought[$0].endsMs, $0) < (bought[$1].endsMs, $1)
        }) {
            let part = min(missing, bought[place].left)
            bought[place].spent += part
            missing -= part
        }
    }

    private static func giveBack(_ part: SpendingPortion, to bought: inout [Bought]) {
        for place in bought.indices {
            let id = bought[place].id
            let bases = [SpendingBasis.licence(issuer: "shop", id: id), .machine(issuer: "shop", id: id)]
            if bases.contains(part.basis) { bought[place].spent -= part.units }
        }
    }

    @Test(arguments: [
        SpendingBasis.licence(issuer: "shop", id: "order 17"), .machine(issuer: "shop", id: ""), .trial,
        .setting(asOfMs: -5),
    ])
    func `what units are taken of is written down and read again`(_ basis: SpendingBasis) {
        #expect(SpendingBasis(basis.text) == basis)
    }

    @Test func `a text of another version is no basis`() {
        for text in ["", "licence", "licence shop", "trial x", "setting", "setting x", "gift 1"] {
            #expect(SpendingBasis(text) == nil, "\(text)")
        }
    }

    @Test func `a trial is one unit, and a setting as many as it says`() {
        var spent = SpentUnits()
        #expect(spent.left(of: nil, of: .trial) == nil && spent.left(of: 7, of: .setting(asOfMs: 1)) == 7)
        spent.add(1, of: .trial)
        spent.add(.max, of: .setting(asOfMs: 1))
        spent.add(.max, of: .setting(asOfMs: 1))
        #expect(spent.left(of: nil, of: .trial) == 0 && spent.left(of: 7, of: .setting(asOfMs: 1)) == 0)
        #expect(spent.left(of: 7, of: .setting(asOfMs: 2)) == 7)
        spent.remove(5, of: .trial)
        #expect(spent[.trial] == 0)
    }
}
