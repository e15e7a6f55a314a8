import Contract
import ExecRules
import Features
import PurchaseRules
import Testing

struct MatrixTests {
    private static func rows(_ matrix: Matrix) -> [String] {
        (0..<matrix.count).map { index in
            let row = matrix.row(index)
            let code = row.code.rawValue.split(separator: ".").dropFirst().joined(separator: ".")
            return (row.labels + [code]).joined(separator: " ")
        }
    }

    @Test func `every permutation of the facts has its row, the last axis changing the fastest`() {
        let catalogue = chain([.runtime(byDefault: true)], [.toggle(byDefault: false)])
        let matrix = Matrix(of: 2, in: catalogue)
        #expect(matrix.axes.map(\.name) == ["runtime A", "toggle A/B"])
        #expect(matrix.total == 12 && !matrix.isCut)
        #expect(
            Self.rows(matrix) == [
                "on on wouldPerform", "on off toggle.off", "on default toggle.off", "on unknown undetermined",
                "off on feature.disabled", "off off feature.disabled", "off default feature.disabled",
                "off unknown feature.disabled", "unknown on undetermined", "unknown off toggle.off",
                "unknown default toggle.off", "unknown unknown undetermined",
            ])
    }

    @Test func `a fact that is held leaves the rows in which it is so, in their order`() {
        let matrix = Matrix(of: 2, in: chain([.runtime(byDefault: true)], [.toggle(byDefault: false)]), limit: 3)
        let held = matrix.holding(0, to: [2]).holding(1, to: [0, 2])
        #expect(held.total == 2 && !held.isCut && matrix.isCut)
        #expect(Self.rows(held) == ["unknown on undetermined", "unknown default toggle.off"])
    }

    @Test func `a feature without constraints has one row`() {
        let matrix = Matrix(of: 1, in: chain([]))
        #expect(matrix.axes.isEmpty && matrix.total == 1)
        #expect(Self.rows(matrix) == ["wouldPerform"])
    }

    @Test func `two requirements that name one product share its axis, with every amount that is asked for`() throws {
        let five = try #require(PurchaseRequirement.product("coins", units: 5))
        let three = try #require(PurchaseRequirement.product("coins", units: 3))
        let both = try #require(PurchaseRequirement.group(.any, [three, .product("pro")]))
        let matrix = Matrix(of: 1, in: chain([.purchase(five), .purchase(both)]))
        #expect(matrix.axes.map(\.name) == ["purchase coins", "purchase pro"])
        #expect(matrix.axes[0].labels.prefix(3) == ["active 5", "active 3", "active"])
        let rows = Self.rows(matrix)
        #expect(rows.contains("active 5 none wouldPerform") && rows.contains("active 3 active purchase.required"))
    }

    @Test func `versions of one platform, the ancestor's among them, are steps of one axis`() {
        let matrix = Matrix(
            of: 2,
            in: chain(
                [.platform(.init(platform: "linux", bound: .minimum(version("5"))))],
                [.platform(.init(platform: "linux", bound: .minimum(version("6.1"))))]))
        #expect(
            Self.rows(matrix) == [
                "6.1 wouldPerform", "5 platform.versionTooLow", "0 platform.versionTooLow", "none platform.unsupported",
            ])
    }

    @Test func `callers are one who is admitted and one who is not`() {
        let group = Constraint.caller(.init(kind: .group, values: [.init(text: "audio", id: nil)]))
        let uid = Constraint.caller(.init(kind: .uid, values: [.init(text: "7", id: 7), .init(text: "x", id: .max)]))
        let socket = Constraint.caller(.init(kind: .socket, values: [.init(text: "s", id: nil)]))
        let matrix = Matrix(of: 2, in: chain([group], [uid, socket]))
        #expect(Self.rows(matrix) == ["allowed wouldPerform", "notAllowed caller.notAllowed"])
    }

    @Test func `every status of every kind is reached, and every code of a constraint with it`() throws {
        let catalogue = chain(
            [
                .platform(.init(platform: "linux", bound: .minimum(version("6")))),
                .profile(.init(.production, inForce: .production)), .runtime(byDefault: true), permission("camera"),
            ], [.purchase(.product("p")), .toggle(byDefault: false)])
        let matrix = Matrix(of: 2, in: catalogue)
        #expect(matrix.total == 3 * 2 * 3 * 6 * 8 * 4)
        var codes = Set((0..<matrix.count).map { matrix.row($0).code })
        let program = Matrix(of: 1, in: chain([.program(.init("/bin/x"))]))
        #expect(
            Self.rows(program) == [
                "present wouldPerform", "absent program.missing", "unusable program.missing",
                "untrusted program.missing", "unknown undetermined",
            ])
        codes.formUnion((0..<program.count).map { program.row($0).code })
        let confirmation = Matrix(of: 1, in: chain([.confirmation(try TextTemplate("Delete it?"))]))
        #expect(Self.rows(confirmation) == ["given wouldPerform", "missing confirmation.required"])
        codes.formUnion((0..<confirmation.count).map { confirmation.row($0).code })
        codes.insert(.callerNotAllowed)
        // A matrix asks no host, so no product is without a source.
        codes.insert(.purchaseUnsupported)
        let blocked = OutcomeCode.allCases.filter { $0.outcomeClass == .blocked }
        #expect(codes == Set(blocked + [.okWouldPerform, .pendingUndetermined]))
    }

    @Test func `a matrix is cut where it is told to, and says of how many`() {
        let products = (0..<30).map { Constraint.purchase(.product("p\($0)")) }
        let catalogue = chain(products)
        let matrix = Matrix(of: 1, in: catalogue, limit: 100)
        #expect(matrix.count == 100 && matrix.isCut && matrix.total == nil)
        #expect(Self.rows(matrix).count == 100)
        let small = Matrix(of: 1, in: chain([.runtime(byDefault: true)]), limit: 2)
        #expect(small.count == 2 && small.isCut && small.total == 3)
        #expect(Matrix(of: 1, in: chain([.runtime(byDefault: true)]), limit: -1).count == 0)
    }
}
