import DeepLinkFeatures
import Testing

/// What each requirement and each fact means for a feature.
@Suite struct RequirementTests {
    /// A feature whose requirements a test declares.
    enum Trial: ConditionalFeature {
        static let description = ""
        static let echo = action(EchoAction.self)
        static let show = action(ShowWords.self)
        static let plain = action(Undeclared.self)
        static let turn = action(TurnPage.self)
        @TaskLocal static var require: @Sendable (FeatureConstraintsBuilder) -> Void = { _ in }

        static func constraints(requirements: FeatureConstraintsBuilder) { require(requirements) }
        static func prepare(actions: FeatureActionsBuilder) {
            actions.declare(echo)
            actions.declare(show)
            actions.declare(plain)
            actions.declare(turn)
        }
    }

    /// An action without an input that shows something.
    enum TurnPage: Action {
        static func perform(_ context: borrowing ActionContext<Self>, presenter: Page) {
            presenter.shown.append("turned")
        }
    }

    private static func dispatcher(
        on host: Host = machine, subject: Subject = .machine, clock: (() -> Int64)? = nil,
        _ require: @escaping @Sendable (FeatureConstraintsBuilder) -> Void
    ) throws -> Dispatcher {
        try Trial.$require.withValue(require) {
            try Dispatcher(Trial.self, on: host, subject: subject, clock: clock)
        }
    }

    /// The code of the refusal; nil if the feature is available.
    private static func code(_ dispatcher: Dispatcher) -> String? { dispatcher.status(of: Trial.self).refusal?.code }

    // MARK: Profile

    @Test(arguments: [Profile.production, .development], [Profile.production, .development])
    func `a feature for one profile is available in no other`(_ required: Profile, _ inForce: Profile) throws {
        let dispatcher = try Trial.$require.withValue({ $0.profile(required) }) {
            try Dispatcher(Trial.self, profile: inForce, on: machine)
        }
        #expect(Self.code(dispatcher) == (required == inForce ? nil : "blocked.profile.notAllowed"))
        let remedies = dispatcher.status(of: Trial.self).refusal?.remedies ?? []
        #expect(remedies.allSatisfy { $0.actor == "developer" && !$0.message.contains("table") })
    }

    // MARK: Platforms

    private typealias Property = ReferenceWritableKeyPath<FeatureConstraintsBuilder, PlatformBound> & Sendable

    /// A property of the builder, and the platform that it is about.
    private static let platforms: [(property: any Property, name: String, isOnly: Bool)] = [
        (\.linux, "linux", false), (\.systemd, "systemd", false), (\.debian, "debian", false),
        (\.fedora, "fedora", false), (\.ubuntu, "ubuntu", false), (\.debianOnly, "debian", true),
        (\.fedoraOnly, "fedora", true), (\.ubuntuOnly, "ubuntu", true),
    ]

    private static func host(_ name: String, _ version: String) -> Host {
        switch name {
        case "linux": Host(linux: version)
        case "systemd": Host(linux: "6", systemd: version)
        default: Host(linux: "6", distributions: [name: version])
        }
    }

    @Test(arguments: platforms.indices)
    func `a version that is required of a platform is the least that is enough`(_ index: Int) throws {
        let (name, isOnly) = (Self.platforms[index].name, Self.platforms[index].isOnly)
        let require: @Sendable (FeatureConstraintsBuilder) -> Void = {
            $0[keyPath: Self.platforms[index].property] = "2.1"
        }
        for (version, code) in [
            ("2.1", nil), ("2.1.1", nil), ("3", nil), ("2", "blocked.platform.versionTooLow"),
            ("1.9", "blocked.platform.versionTooLow"),
        ] {
            #expect(Self.code(try Self.dispatcher(on: Self.host(name, version), require)) == code, "\(name) \(version)")
        }
        // Another distribution matters only to a feature for one distribution alone.
        guard name != "linux" else { return }
        let elsewhere = Self.code(try Self.dispatcher(on: Host(linux: "6", distributions: ["mint": "1"]), require))
        let needs = isOnly || name == "systemd"
        #expect(elsewhere == (needs ? "blocked.platform.unsupported" : nil), "\(name)")
    }

    @Test(arguments: platforms.indices)
    func `a property of a platform has the bound that was set last, and any before`(_ index: Int) throws {
        let platform = Self.platforms[index]
        // The probed platform gets the bound that the property reads.
        func code(_ prepare: @escaping @Sendable (FeatureConstraintsBuilder) -> Void) throws -> String? {
            let hosts = Host(linux: "9", systemd: "9", distributions: [platform.name: "9", "probe": "2"])
            return Self.code(
                try Self.dispatcher(on: hosts) { builder in
                    prepare(builder)
                    builder[platform: "probe"] = builder[keyPath: Self.platforms[index].property]
                })
        }
        #expect(try code { _ in } == nil)
        #expect(try code { $0[keyPath: Self.platforms[index].property] = 2 } == nil)
        #expect(
            try code {
                $0[keyPath: Self.platforms[index].property] = 1
                $0[keyPath: Self.platforms[index].property] = 3
            } == "blocked.platform.versionTooLow")
    }

    @Test func `an unsupported platform, another architecture and another distribution block a feature`() throws {
        let rows: [(host: Host, code: String?, require: @Sendable (FeatureConstraintsBuilder) -> Void)] = [
            (machine, "blocked.platform.unsupported", { $0.linux = .unsupported }),
            (machine, nil, { $0.fedora = .unsupported }),
            (machine, nil, { $0.systemd = .any }),
            (Host(linux: "6"), "blocked.platform.unsupported", { $0.systemd = .any }),
            (machine, nil, { $0.architecture("x86_64") }),
            (machine, "blocked.platform.unsupported", { $0.architecture("riscv64") }),
            (Host(linux: "6", architecture: "riscv64"), nil, { $0.architecture("riscv64") }),
            (machine, nil, { $0.setOnly("debian", .any) }),
            (machine, "blocked.platform.unsupported", { $0.setOnly("arch-linux", .any) }),
            (.current, nil, { $0.linux = 2 }),
        ]
        for (number, row) in rows.enumerated() {
            #expect(Self.code(try Self.dispatcher(on: row.host, row.require)) == row.code, "row \(number)")
        }
    }

    // MARK: Permissions

    @Test(arguments: PermissionStatus.allCases)
    func `each status of a permission has its code, its remedies and its place among the permissions`(
        _ status: PermissionStatus
    ) throws {
        let expected: [PermissionStatus: (code: String?, remedies: [String], isAvailable: Bool?)] = [
            .authorized: (nil, [], true),
            .denied: ("blocked.permission.denied", ["openSettings"], false),
            .restricted: ("blocked.permission.restricted", ["contactAdministrator"], false),
            .notDetermined: ("blocked.permission.notDetermined", ["requestPermissions"], false),
            .unsupported: ("blocked.permission.unsupported", [], false),
            .unknown: ("pending.undetermined", [], nil),
        ]
        let dispatcher = try Self.dispatcher { $0.permissions(.photos, .camera) }
        dispatcher.setPermission(.photos, to: .authorized)
        dispatcher.setPermission(.camera, to: status)
        let found = dispatcher.status(of: Trial.self)
        let row = try #require(expected[status])
        #expect(found.refusal?.code == row.code && found.isAvailable == row.isAvailable)
        #expect(found.refusal?.remedies.map(\.kind.rawValue) ?? [] == row.remedies)
        let permissions = found.permissions
        #expect(permissions.all == [.photos, .camera])
        let lists: [PermissionStatus: [Permission]] = [
            .authorized: permissions.authorized, .denied: permissions.denied, .restricted: permissions.restricted,
            .notDetermined: permissions.notDetermined, .unsupported: permissions.unsupported,
            .unknown: permissions.unknown,
        ]
        for (list, entries) in lists {
            let camera = list == status ? [Permission.camera] : []
            #expect(entries == (list == .authorized ? [.photos] : []) + camera, "\(list)")
        }
        dispatcher.setPermission(.camera, to: nil)
        #expect(Self.code(dispatcher) == "blocked.permission.notDetermined", "the user has not been asked")
    }

    @Test(
        arguments: [
            (.camera, "camera"), (.microphone, "microphone"), (.photos, "photos"), (.contacts, "contacts"),
            (.calendarEvents, "calendarEvents"), (.reminders, "reminders"), (.motion, "motion"),
            (.speechRecognition, "speechRecognition"), (.bluetooth, "bluetooth"), (.mediaLibrary, "mediaLibrary"),
            (.siriKit, "siriKit"), (.location(usage: .whenInUse), "location.whenInUse"),
            (.location(usage: .always), "location.always"), (.contacts(entity: "phone-book"), "contacts.phone-book"),
            (.polkit("org.example.mount"), "polkit:org.example.mount"),
            (.store(table: "devices", id: "camera"), "store:devices/camera"),
        ] as [(Permission, String)])
    func `every permission can be required, and is named as in a table`(_ permission: Permission, _ name: String) throws
    {
        let dispatcher = try Self.dispatcher { $0.permission(permission) }
        let status = dispatcher.status(of: Trial.self)
        #expect(permission.description == name && status.permissions.notDetermined == [permission])
        #expect(status.constraints.map(\.id) == ["permission:" + name])
        dispatcher.setPermission(permission, to: .authorized)
        #expect(dispatcher.status(of: Trial.self).isAvailable == true)
    }

    @Test func `a permission without a meaning is refused when required, and ignored when set`() throws {
        let odd = [
            Permission.contacts(entity: ""), .polkit(""), .store(table: "", id: "x"), .store(table: "a", id: ""),
        ]
        for permission in odd {
            #expect(throws: DeclarationErrors.self, "\(permission)") {
                try Self.dispatcher { $0.permission(permission) }
            }
            let dispatcher = try Self.dispatcher { $0.permission(.camera) }
            dispatcher.setPermission(permission, to: .authorized)
            #expect(Self.code(dispatcher) == "blocked.permission.notDetermined")
        }
    }

    // MARK: Purchases

    @Test(arguments: PurchaseState.allCases)
    func `each state of a purchase has its code, and is granted or not`(_ state: PurchaseState) throws {
        let codes: [PurchaseState: String?] = [
            .active: nil, .trial: nil, .grace: nil, .cancelled: nil,
            .billingRetry: "blocked.purchase.billingRetry", .paused: "blocked.purchase.paused",
            .pendingApproval: "blocked.purchase.pendingApproval", .expired: "blocked.purchase.expired",
            .revoked: "blocked.purchase.revoked", .none: "blocked.purchase.required",
            .unknown: "pending.undetermined",
        ]
        let dispatcher = try Self.dispatcher(clock: { 1000 }) { $0.purchase(gold) }
        dispatcher.setPurchase(gold, to: state, endsMs: 2000, graceEndsMs: 3000)
        let status = dispatcher.status(of: Trial.self)
        let code = try #require(codes[state])
        #expect(status.refusal?.code == code)
        #expect(status.purchases.all == [gold])
        #expect(status.purchases.purchased == (code == nil ? [gold] : []))
        dispatcher.setPurchase(gold, to: nil)
        #expect(Self.code(dispatcher) == "blocked.purchase.required")
        #expect(dispatcher.status(of: Trial.self).purchases.requiredToUnlock == [gold])
    }

    private static let silver = Product("silver", name: "Silver")
    private static let bronze = Product("bronze", name: "Bronze")

    /// A requirement, the products that were bought, and what is missing.
    private static let purchases:
        [(
            require: @Sendable (FeatureConstraintsBuilder) -> Void, bought: [Product], isAvailable: Bool,
            toUnlock: [Product]
        )] = [
            ({ $0.purchases(anyOf: [silver, gold]) }, [], false, [silver, gold]),
            ({ $0.purchases(anyOf: [silver, gold]) }, [gold], true, []),
            ({ $0.purchases(allOf: [silver, gold]) }, [gold], false, [silver]),
            ({ $0.purchases(allOf: [silver, gold]) }, [silver, gold], true, []),
            (
                { $0.purchases(anyOf: [.product(gold), .all([.product(silver), .product(bronze)])]) },
                [silver, bronze], true, []
            ),
            ({ $0.purchases(anyOf: [.all([.product(silver), .product(bronze)])]) }, [silver], false, [bronze]),
            (
                { $0.purchases(allOf: [.any([.product(silver), .product(bronze)]), .product(gold)]) }, [silver], false,
                [gold]
            ),
            (
                { $0.purchases(allOf: [.any([.product(silver), .product(bronze)]), .product(gold)]) }, [bronze, gold],
                true, []
            ),
            (
                {
                    $0.purchase(silver)
                    $0.purchase(gold)
                }, [silver], false, [gold]
            ),
        ]

    @Test(arguments: purchases.indices)
    func `any and all decide as they say, and name what is missing`(_ index: Int) throws {
        let row = Self.purchases[index]
        let dispatcher = try Self.dispatcher(row.require)
        for product in row.bought { dispatcher.setPurchase(product, to: .active) }
        let status = dispatcher.status(of: Trial.self)
        #expect(status.isAvailable == row.isAvailable)
        #expect(status.purchases.requiredToUnlock == row.toUnlock)
        #expect(Set(status.purchases.purchased) == Set(row.bought))
        #expect(Set(row.bought + row.toUnlock).isSubset(of: status.purchases.all))
    }

    @Test func `a quantity of a consumable is enough from the required number on`() throws {
        let dispatcher = try Self.dispatcher { $0.purchase(coins, quantity: 3) }
        for (units, isAvailable) in [(0, false), (2, false), (3, true), (4, true)] {
            dispatcher.setPurchase(coins, to: .active, units: units)
            #expect(dispatcher.status(of: Trial.self).isAvailable == isAvailable, "\(units)")
        }
        let remedy = try #require(
            try Self.dispatcher { $0.purchase(coins, quantity: 3) }.status(of: Trial.self).refusal?.remedies.first)
        #expect(remedy.kind == "purchase" && remedy.actor == "user" && remedy.arguments["products"] == ["coins"])
    }

    @Test func `a purchase in too many levels is refused, and one in fewer is not`() throws {
        func nested(_ depth: Int) -> PurchaseRequirement {
            (0..<depth).reduce(.product(gold)) { inner, level in
                level.isMultiple(of: 2) ? .any([inner, .product(Self.silver)]) : .all([inner, .product(Self.bronze)])
            }
        }
        #expect(nested(9).products == [gold, Self.silver, Self.bronze])
        let shallow = nested(8)
        #expect(Self.code(try Self.dispatcher { $0.purchase(shallow) }) == "blocked.purchase.required")
        let deep = nested(40)
        do throws(any Error) {
            _ = try Self.dispatcher { $0.purchase(deep) }
            Issue.record("it was accepted")
        } catch let errors as DeclarationErrors {
            #expect(errors.errors == [.deepPurchase(feature: "Trial")])
            #expect(errors.description == errors.errors[0].description && errors.description.hasPrefix("Trial: "))
        }
    }

    // MARK: Subjects and proofs

    @Test(arguments: [Subject.machine, .user(id: 1000), .account("ann")])
    func `a dispatcher's own subject is the one whose facts count`(_ subject: Subject) throws {
        let dispatcher = try Self.dispatcher(subject: subject) { $0.userToggled(defaultValue: false) }
        try dispatcher.setToggle(Trial.self, to: true, for: .account("another"))
        #expect(Self.code(dispatcher) == "blocked.toggle.off")
        try dispatcher.setToggle(Trial.self, to: true)
        #expect(dispatcher.subject == subject && Self.code(dispatcher) == nil)
        #expect(dispatcher.status(of: Trial.self, for: subject).isAvailable == true)
        #expect(dispatcher.status(of: Trial.self, for: .user(id: 7)).isAvailable == false)
    }

    @Test func `a refusal says what is in the way, in its order and in words`() throws {
        let dispatcher = try Self.dispatcher {
            $0.userToggled(defaultValue: false)
            $0.permission(.camera)
            $0.purchase(gold)
        }
        let refusal = try #require(dispatcher.status(of: Trial.self).refusal)
        #expect(refusal.feature == "Trial" && refusal.description == refusal.code + ": " + refusal.message)
        #expect(refusal.constraints.map(\.kind) == [.toggle, .permission, .purchase])
        #expect(refusal.constraints.map(\.status) == [.unsatisfied, .unsatisfied, .unsatisfied])
        #expect(refusal.constraints.map(\.source) == ["table", "table", "table"])
        #expect(refusal.constraints.map(\.subject) == ["Trial", "camera", "gold"])
        #expect(
            refusal.primary?.id == refusal.constraints.first { $0.remedies.contains { $0.withheldBecause == nil } }?.id)
        let withheld = refusal.constraints.flatMap(\.remedies).filter { $0.withheldBecause != nil }
        #expect(!withheld.isEmpty && withheld.allSatisfy { $0.withheldBecause == refusal.primary?.id })
        #expect(throws: Refusal.self) { try dispatcher.request(Trial.echo).get().perform(with: "") }
        if let binding = dispatcher.request(Trial.echo).binding() {
            Issue.record("performed \(try binding.perform(with: ""))")
        }
    }

    @Test func `an action is performed with as few arguments as it needs`() throws {
        let dispatcher = try Self.dispatcher { _ in }
        let page = Page()
        try dispatcher.request(Trial.show).get().perform(with: "shown", presenter: page)
        try dispatcher.request(Trial.turn).get().perform(presenter: page)
        try dispatcher.request(Trial.plain).get().perform()
        #expect(page.shown == ["shown", "turned"])
        #expect(try dispatcher.request(Trial.echo).binding()?.perform(with: "a") == "a")
    }

    @Test func `facts about a feature of another dispatcher change nothing`() throws {
        let dispatcher = try Self.dispatcher { $0.userToggled(defaultValue: false) }
        try dispatcher.setToggle(Switched.self, to: true)
        dispatcher.setRuntime(Switched.self, to: false)
        #expect(Self.code(dispatcher) == "blocked.toggle.off")
        let other = dispatcher.status(of: Switched.self)
        #expect(other.isAvailable == false && other.refusal?.code == "rejected.binding.unknown")
        #expect(other.constraints.isEmpty && other.permissions.all.isEmpty && other.purchases.all.isEmpty)
    }
}
