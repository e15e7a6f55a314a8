public import Features
public import PermissionRules
public import PurchaseRules

/// Collects what one feature requires while a dispatcher is made.
///
/// All requirements must be met.
///
/// ```swift
/// static func constraints(requirements: FeatureConstraintsBuilder) {
///     requirements.userToggled(defaultValue: true)
///     requirements.purchase(premium)
///     requirements.permissions(.camera, .photos)
///     requirements.linux = "6.1"
/// }
/// ```
public final class FeatureConstraintsBuilder {
    /// What was declared, in order, as the caller said it.
    enum Declaration {
        case toggle(byDefault: Bool)
        case runtime
        case profile(Profile)
        case purchase(PurchaseRequirement)
        /// Of several one is enough.
        case permissions([Permission], usage: String?)
        case confirmation(String)
        case caller(CallerRequirement.Kind, [String])
        case program(String)
    }

    private(set) var declarations: [Declaration] = []
    /// In order of declaration; the last word on a platform counts.
    private(set) var platforms: [(name: String, bound: PlatformBound)] = []
    private(set) var only: (name: String, bound: PlatformBound)?
    private(set) var architectures: [String] = []

    // MARK: Preconditions

    /// Requires that the user has the feature switched on; once at most.
    ///
    /// - Parameter defaultValue: what counts for a user who has not switched it.
    public func userToggled(defaultValue: Bool) {
        declarations.append(.toggle(byDefault: defaultValue))
    }

    /// Requires that the program has the feature switched on, by ``ConditionalFeature/isEnabled`` or by
    /// ``Dispatcher/setRuntime(_:to:)``; once at most.
    public func runtimeEnabled() {
        declarations.append(.runtime)
    }

    /// Requires that the dispatcher is made for a profile, such as `.development`; once at most.
    public func profile(_ profile: Profile) {
        declarations.append(.profile(profile))
    }

    /// Requires a purchase; several such lines are all required.
    public func purchase(_ requirement: PurchaseRequirement) {
        declarations.append(.purchase(requirement))
    }

    /// Requires a product, or so many of a consumable.
    public func purchase(_ product: Product, quantity: Int? = nil) {
        purchase(quantity.map { .quantity(product, $0) } ?? .product(product))
    }

    /// Requires one of several products.
    public func purchases(anyOf products: [Product]) {
        purchase(.any(products.map { .product($0) }))
    }

    /// Requires one of several requirements.
    public func purchases(anyOf requirements: [PurchaseRequirement]) {
        purchase(.any(requirements))
    }

    /// Requires several products.
    public func purchases(allOf products: [Product]) {
        purchase(.all(products.map { .product($0) }))
    }

    /// Requires several requirements.
    public func purchases(allOf requirements: [PurchaseRequirement]) {
        purchase(.all(requirements))
    }

    // MARK: Permissions

    /// Requires a permission.
    ///
    /// ```swift
    /// requirements.permission(.microphone, usage: "To record your clip")
    /// ```
    ///
    /// - Parameters:
    ///   - permission: its name.
    ///   - usage: one sentence for the person, who is asked with it: what the feature uses the permission for.
    ///     *Limits*: 1 to 200 characters.
    public func permission(_ permission: Permission, usage: String? = nil) {
        declarations.append(.permissions([permission], usage: usage))
    }

    /// Requires several permissions.
    public func permissions(_ permissions: Permission...) {
        for permission in permissions { self.permission(permission) }
    }

    /// Requires one of several permissions.
    ///
    /// ```swift
    /// requirements.permissions(anyOf: [.camera, .photos], usage: "To add a picture")
    /// ```
    ///
    /// The user is asked for one of them, the first unless another line requires a later one too.
    ///
    /// - Parameters:
    ///   - permissions: two or more, of which one is enough.
    ///   - usage: one sentence for the person, as of ``permission(_:usage:)``.
    public func permissions(anyOf permissions: [Permission], usage: String? = nil) {
        declarations.append(.permissions(permissions, usage: usage))
    }

    // MARK: Confirmation

    /// Requires that the person confirms each use of an action; once at most.
    ///
    /// The request is refused with a ``ConfirmationQuestion``, if nothing else stands in the way. Ask the person, and request
    /// again with the yes.
    ///
    /// - Parameter question: what the person is asked. `$(name)` stands for an input of that name, as links give it; an input
    ///   that is not given leaves nothing. *Limits*: 1 KiB.
    public func confirmation(_ question: String) {
        declarations.append(.confirmation(question))
    }

    // MARK: Callers and programs

    /// Requires that the caller is one of some users, by their names.
    ///
    /// The caller is the one that the dispatcher was made for; see ``Caller``. A name that this machine does not know admits
    /// no caller, as in tables. Lines about callers must all be met, as all requirements.
    public func caller(users names: String...) { declarations.append(.caller(.user, names)) }

    /// Requires that the caller is one of some users, by their numbers.
    public func caller(uids: UInt32...) { declarations.append(.caller(.uid, uids.map(\.description))) }

    /// Requires that the caller is in one of some groups, by their names.
    public func caller(groups names: String...) { declarations.append(.caller(.group, names)) }

    /// Requires that the caller is in one of some groups, by their numbers.
    public func caller(gids: UInt32...) { declarations.append(.caller(.gid, gids.map(\.description))) }

    /// Requires that the call came in by one of some sockets, by the names that the program gives them.
    public func caller(sockets names: String...) { declarations.append(.caller(.socket, names)) }

    /// Requires that the caller's process is in one of some units of the service manager.
    ///
    /// *Shape*: `app-slack-*.scope`; each `*` stands for any characters.
    public func caller(units names: String...) { declarations.append(.caller(.unit, names)) }

    /// Requires a program that can be started now: it is there, it can be executed, and no other user than root and this one
    /// can change it.
    ///
    /// - Parameter path: absolute, as `/usr/bin/mpv`.
    public func program(_ path: String) { declarations.append(.program(path)) }

    // MARK: Platforms

    /// The kernel; any version unless set.
    public var linux = PlatformBound.any { didSet { self[platform: "linux"] = linux } }
    /// The service manager; none is needed unless set.
    public var systemd = PlatformBound.any { didSet { self[platform: "systemd"] = systemd } }
    /// Debian; any version unless set.
    public var debian = PlatformBound.any { didSet { self[platform: "debian"] = debian } }
    /// Fedora; any version unless set.
    public var fedora = PlatformBound.any { didSet { self[platform: "fedora"] = fedora } }
    /// Ubuntu; any version unless set.
    public var ubuntu = PlatformBound.any { didSet { self[platform: "ubuntu"] = ubuntu } }
    /// Debian and no other distribution.
    public var debianOnly = PlatformBound.any { didSet { setOnly("debian", debianOnly) } }
    /// Fedora and no other distribution.
    public var fedoraOnly = PlatformBound.any { didSet { setOnly("fedora", fedoraOnly) } }
    /// Ubuntu and no other distribution.
    public var ubuntuOnly = PlatformBound.any { didSet { setOnly("ubuntu", ubuntuOnly) } }

    /// A distribution by the `ID` of its os-release file; any version unless set.
    public subscript(platform name: String) -> PlatformBound {
        get { platforms.last { $0.name == name }?.bound ?? .any }
        set {
            platforms.removeAll { $0.name == name }
            platforms.append((name, newValue))
        }
    }

    /// Requires one distribution, by the `ID` of its os-release file, and no other.
    public func setOnly(_ name: String, _ bound: PlatformBound) {
        only = (name, bound)
    }

    /// Requires a processor architecture, as `uname -m` names it.
    public func architecture(_ name: String) {
        architectures.append(name)
    }
}
