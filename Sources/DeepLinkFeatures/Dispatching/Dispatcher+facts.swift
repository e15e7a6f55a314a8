// The facts that a program sets. Every change raises the revision of the subjects it concerns, so that their earlier
// proofs are stale and those of other subjects are not.
//
// The program is the source of all permissions and purchases: one that it has not recorded is `notDetermined`, or was not
// bought. In the daemon one without a source is unsupported.

public import Features

extension Dispatcher {
    /// Switches a feature on or off for the whole program, whatever its ``ConditionalFeature/isEnabled`` says; nil lets
    /// that decide again.
    public func setRuntime<FeatureType: ConditionalFeature>(_ feature: FeatureType.Type, to isOn: Bool?) {
        guard let path = path(of: feature) else { return }
        runtimeOverrides[path] = isOn
        if let isOn { store.set(.runtime(path), to: Fact(isOn ? .on : .off)) }
    }

    /// Records that a user switched a feature on or off; nil forgets it, and its default counts again.
    public func setToggle<FeatureType: ConditionalFeature>(
        _ feature: FeatureType.Type, to isOn: Bool?, for subject: Subject? = nil
    ) {
        guard let path = path(of: feature) else { return }
        set(.toggle(path), to: isOn.map { $0 ? .on : .off }, of: subject)
    }

    /// Records the status of a permission; nil removes it, as if the user had not been asked.
    ///
    /// The program is the source: record ``PermissionStatus/unsupported`` for what it cannot ask for on this machine.
    public func setPermission(_ permission: Permission, to status: PermissionStatus?, for subject: Subject? = nil) {
        guard permission.isKnown else { return }
        set(.permission(permission), to: status.map(FactValue.permission), of: subject)
    }

    /// Records what is known of a purchase; nil forgets it, and nothing was bought.
    ///
    /// The program is the source: a product that it has not recorded was not bought, and can be.
    ///
    /// What has ended is not granted again, even by a clock that is set back.
    ///
    /// - Parameters:
    ///   - product: what was bought.
    ///   - state: what is known of the purchase.
    ///   - units: how many of a consumable are unspent.
    ///   - endsMs: when a subscription ends, in milliseconds since 1970; nil where it does not, or where that is not known.
    ///   - graceEndsMs: until when it is granted all the same while its payment is awaited.
    ///   - subject: who bought it; the dispatcher's own subject unless given.
    public func setPurchase(
        _ product: Product, to state: PurchaseState?, units: Int? = nil, endsMs: Int64? = nil,
        graceEndsMs: Int64? = nil, for subject: Subject? = nil
    ) {
        let purchase = state.map { Purchase($0, units: units, endsMs: endsMs, graceEndsMs: graceEndsMs) }
        set(.purchase(product.id), to: purchase.map(FactValue.purchase), of: subject)
    }

    private func set(_ key: FactKey, to value: FactValue?, of subject: Subject?) {
        store.set(key, to: value.map { Fact($0) }, of: subject ?? self.subject)
    }

    // MARK: The clock

    /// When a purchase ends next, in milliseconds since 1970; nil where none does.
    ///
    /// Arm one timer for it, to show what is no longer available: requests find out by themselves.
    public var nextBoundaryMs: Int64? { store.nextBoundaryMs }

    private func path(of feature: any FeatureDefinition.Type) -> String? {
        roster.number(of: feature).map { roster.catalogue.features[$0].path }
    }
}
