import Contract
import EventLoop
import Features
import Foundation
import TestSupport
import Testing

@testable import FactSources
@testable import PermissionRules
@testable import PurchaseRules

/// Permissions and purchases that a table's files answer, through the gathering.
@Suite struct DeclaredSourcesTests {
    private static let camera = permission("camera")

    /// A feature that requires the camera and a product, with their origins.
    private func table(camera origin: PermissionOrigin? = nil, pro place: FactPlace? = nil) -> FeatureCatalogue {
        var product = Product("pro", name: "Pro")
        product.origin = place
        var table = FeatureCatalogue(products: [product])
        table.parts[PermissionSources.self].origins = origin.map { [Self.camera: $0] } ?? [:]
        for (name, constraint) in [
            ("F", Constraint.permission(Self.camera)), ("G", .purchase(.product("pro"))),
        ] {
            _ = table.add(
                Feature(path: name, name: name, parent: nil, description: nil, constraints: [constraint]))
        }
        return table
    }

    /// The constraint of a feature for a subject, when the feature's sources have answered.
    private func reports(
        _ table: FeatureCatalogue, _ questions: [(feature: Int, subject: Subject)]
    ) throws -> [ConstraintReport] {
        let reports = Box<[ConstraintReport]>([])
        let store = FactStore()
        try onLoop { loop in
            let gathering = try FactGathering(loop: loop, store: store, sources: SourceSet())
            gathering.adopt(table)
            func next(_ rest: ArraySlice<(feature: Int, subject: Subject)>) {
                guard let question = rest.first else { return gathering.close() }
                gathering.whenReady([question.feature], for: question.subject) {
                    reports.value +=
                        Verifier.assess(
                            question.feature, in: table, facts: store.facts, caller: Caller(uid: 0),
                            subject: question.subject
                        ).constraints
                    next(rest.dropFirst())
                }
            }
            next(questions[...])
        }
        return reports.value
    }

    @Test func `each user has a file where the path says so, and an account has none`() throws {
        try withFolder { folder in
            for (uid, text) in [(7, "authorized"), (8, "denied")] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(uid)", withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o755])
                try put(text, at: "\(folder)/\(uid)/camera")
            }
            let path = folder + "/$(uid)/camera"
            let found = try reports(
                table(camera: .place(.file(path))),
                [(1, .uid(7)), (1, .uid(8)), (1, .uid(9)), (1, .account("7")), (1, .machine)])
            #expect(found.map(\.reason).prefix(2) == ["authorized", "denied"])
            #expect(found.map(\.status) == [.satisfied, .unsatisfied, .unsatisfied, .undetermined, .undetermined])
            #expect(found.allSatisfy { $0.evidence.source == "file:" + path })
            #expect(found[0].evidence.freshness == .cached && found[0].evidence.asOfMs != nil)
            #expect(found[2].code == .permissionNotDetermined && found[2].evidence.fault == nil)
            #expect(found[3].evidence.fault == "\(path) is a file of each user, and account:7 is none")
        }
    }

    @Test func `a user without a file was not asked yet, unless the folder of all users is missing too`() throws {
        try withFolder { folder in
            let path = folder + "/app/$(uid)/camera"
            func codes() throws -> [OutcomeCode?] {
                try reports(table(camera: .place(.file(path))), [(1, .uid(7))]).map(\.code)
            }
            #expect(try codes() == [nil], "its disk may not be mounted")
            try FileManager.default.createDirectory(
                atPath: folder + "/app", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
            #expect(try codes() == [.permissionNotDetermined])
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder + "/app")
            #expect(try codes() == [nil], "any user could put a file there")
        }
    }

    @Test(
        arguments: [
            ("/run/app/$(uid)/camera", "/run/app"), ("/run/app/camera-$(uid)", "/run/app"), ("/$(uid)", "/"),
            ("/run/app/camera", nil),
        ] as [(String, String?)])
    func `the folder of all users' files ends before the uid`(_ path: String, _ folder: String?) {
        #expect(FactPlace.commonFolder(of: path) == folder)
    }

    @Test func `what a user without a file has bought is not known`() throws {
        try withFolder { folder in
            let found = try reports(table(pro: .file(folder + "/$(uid)")), [(2, .uid(7))])
            #expect(found.map(\.status) == [.undetermined])
        }
    }

    @Test func `one file without a uid answers for every subject`() throws {
        try withFolder { folder in
            try put("expired", at: folder + "/pro")
            let found = try reports(
                table(pro: .file(folder + "/pro")), [(2, .uid(7)), (2, .account("ann")), (2, .machine)])
            #expect(found.map(\.code) == [.purchaseExpired, .purchaseExpired, .purchaseExpired])
        }
    }

    @Test func `a permission whose adapter this host does not have is unsupported, and evidence names the adapter`()
        throws
    {
        let origin = PermissionOrigin.device("/dev/video0")
        let found = try reports(table(camera: origin), [(1, .uid(7))])
        #expect(found.map(\.code) == [.permissionUnsupported])
        #expect(found.map(\.evidence.source) == ["device:/dev/video0"])
    }

    @Test func `a new table asks a new source, and keeps the answers of the same one`() throws {
        let (camera, other) = (PermissionOrigin.device("/dev/video0"), PermissionOrigin.consent)
        let store = FactStore()
        try onLoop { loop in
            let gathering = try FactGathering(loop: loop, store: store, sources: SourceSet())
            gathering.adopt(table(camera: camera))
            #expect(!gathering.isReady(1, for: .uid(7)) && gathering.isReady(1, for: .uid(7)))
            func source() -> String? { store.facts.of(.uid(7))[.permission(Self.camera)]?.evidence?.source }
            #expect(source() == "device:/dev/video0")
            gathering.adopt(table(camera: camera))
            #expect(source() == "device:/dev/video0")
            gathering.adopt(table(camera: other))
            #expect(source() == nil)
            #expect(!gathering.isReady(1, for: .uid(7)) && gathering.isReady(1, for: .uid(7)))
            #expect(source() == "consent")
            gathering.adopt(table())
            #expect(source() == nil)
            #expect(store.facts.sourceless.contains(.permission(Self.camera)))
            gathering.close()
        }
    }

    @Test func `answers about subjects come back after all facts of subjects were replaced`() throws {
        let store = FactStore()
        try onLoop { loop in
            let gathering = try FactGathering(loop: loop, store: store, sources: SourceSet())
            gathering.adopt(table(camera: .consent))
            #expect(!gathering.isReady(1, for: .uid(7)) && gathering.isReady(1, for: .uid(7)))
            store.replace(switches: [:], subjects: [:])
            #expect(store.facts.of(.uid(7))[.permission(Self.camera)] == nil)
            gathering.restoreSubjects()
            #expect(store.facts.of(.uid(7))[.permission(Self.camera)]?.value == .permission(.unsupported))
            gathering.close()
        }
    }
}
