// The facts that a program sets. Every change raises the revision of the subjects it concerns, so that their earlier
// proofs are stale and those of other subjects are not.
//
// The program is the source of the permissions and purchases for which the dispatcher has no provider: one that it has not
// recorded is `notDetermined`, or was not bought. In the daemon one without a source is unsupported.

public import Features
public import PermissionRules
public import PurchaseRules

extension Dispatcher {
    /// Switches a feature on or off for the whole program, whatever its ``ConditionalFeature/isEnabled`` says; nil lets
    /// that decide again, or for a ``TableFeature`` its table.
    public func setRuntime<FeatureType: ConditionalFeature>(_ feature: FeatureType.Type, to isOn: Bool?) {
        guard let number = roster.number(of: feature) else { return }
        switches.override(number, with: isOn)
        store.set(.runtime(roster.catalogue.features[number].path), to: isOn.map { Fact($0 ? .on : .off) })
        factsChanged()
    }

    /// Records that a user switched a feature on or off; nil forgets it, and its default counts again.
    ///
    /// The dispatcher's ``ToggleStore`` keeps it, if there is one, and it may take the time of a disk or of another process.
    ///
    /// - Throws: why the store could not keep it; then nothing has changed. Nothing is thrown without a store.
    public func setToggle<FeatureType: ConditionalFeature>(
        _ feature: FeatureType.Type, to isOn: Bool?, for subject: Subject? = nil
    ) throws(ToggleStoreError) {
        guard let path = path(of: feature) else { return }
        guard let toggles = providers.toggles else {
            return set(.toggle(path), to: isOn.map { $0 ? .on : .off }, of: subject)
        }
        try toggles.setToggle(of: path, to: isOn, for: subject ?? self.subject)
        factsChanged()
    }

    /// Records the status of a permission; nil removes it, as if the user had not been asked.
    ///
    /// The program is the source: record ``PermissionStatus/unsupported`` for what it cannot ask for on this machine. It is an
    /// error of the program to record a permission for which the dispatcher has a ``PermissionAdapter``.
    public func setPermission(_ permission: Permission, to status: PermissionStatus?, for subject: Subject? = nil) {
        guard permission.isKnown else { return }
        precondition(providers.adapters[permission] == nil, "an adapter of the dispatcher answers for \(permission)")
        set(.permission(permission), to: status.map(FactValue.permission), of: subject)
    }

    /// Records what is known of a purchase; nil forgets it, and nothing was bought.
    ///
    /// The program is the source: a product that it has not recorded was not bought, and can be. It is an error of the program
    /// to record a purchase if the dispatcher has a ``PurchaseTracker``.
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
        precondition(providers.purchases == nil, "the dispatcher's tracker answers for purchases")
        let purchase = state.map { Purchase($0, units: units, endsMs: endsMs, graceEndsMs: graceEndsMs) }
        set(.purchase(product.id), to: purchase.map(FactValue.purchase), of: subject)
    }

    private func set(_ key: FactKey, to value: FactValue?, of subject: Subject?) {
        store.set(key, to: value.map { Fact($0) }, of: subject ?? self.subject)
        factsChanged()
    }

    /// Forgets everything about a subject: what was recorded, and what providers answered.
    ///
    /// A program with many subjects calls it when it has done with one, so that their facts do not pile up.
    public func forget(_ subject: Subject) {
        provided[subject] = nil
        store.forget(subject)
        factsChanged()
    }

    // MARK: The clock

    /// When a purchase ends next, or an answer of an authorisation is late, in milliseconds since 1970; nil where neither is
    /// to come.
    ///
    /// Arm one timer for it and ``refresh()`` then, to show what is no longer available: requests find out by themselves, and
    /// so does a loop over ``changes``.
    public var nextBoundaryMs: Int64? { [store.nextBoundaryMs, flowDeadlineMs].compactMap(\.self).min() }

    private func path(of feature: any FeatureDefinition.Type) -> String? {
        roster.number(of: feature).map { roster.catalogue.features[$0].path }
    }
}
