import Conf
import Contract
import Features

/// Reads what features require.
struct ConstraintReader: BlockReader {
    let table: TableReading

    /// Reads the `require` lines of one feature.
    func read(_ statements: [Int], parent: Int?) -> [Constraint] {
        var constraints: [Constraint] = []
        var places: [String: SourceRange] = [:]
        var only: SourceRange?
        for statement in statements {
            let place = document.place(of: statement)
            for case let constraint? in readConstraints(statement) {
                let id = identity(of: constraint)
                if let first = places[id] {
                    reportSecond(
                        .repeatedConstraint, place, "the feature has two requirements for `\(id)`",
                        first: first == place ? nil : first)
                    continue
                }
                places[id] = place
                if case .platform(let platform) = constraint, platform.isOnly {
                    refuseSecondPlatform(platform, place, first: only, parent: parent)
                    only = only ?? place
                }
                if case .profile(let requirement) = constraint {
                    refuseSecondProfile(requirement, place, parent: parent)
                }
                warnIfInherited(constraint, parent: parent, place)
                constraints.append(constraint)
            }
        }
        return constraints
    }

    private func readConstraints(_ statement: Int) -> [Constraint?] {
        let kind = ConstraintReport.Kind(rawValue: word(1, statement))
        if kind == nil {
            report(
                .badConstraint, place(1, statement), "a feature cannot require `\(word(1, statement))`",
                help: helpForKind(statement))
        }
        return switch kind {
        case .platform: [readPlatform(statement).map(Constraint.platform)]
        case .profile: [readProfile(statement).map(Constraint.profile)]
        case .program: [readProgram(statement).map(Constraint.program)]
        case .runtime: [SwitchReader(table: table).readRuntime(statement)]
        case .toggle: [SwitchReader(table: table).readToggle(statement)]
        case .purchase: [readPurchase(statement).map(Constraint.purchase)]
        case .permission: readPermissions(statement)
        case .caller: [readCaller(statement).map(Constraint.caller)]
        case .confirmation: [readConfirmation(statement).map(Constraint.confirmation)]
        case nil: []
        }
    }

    /// What to write instead of an unknown kind: a name alone is most likely that of a product or a permission.
    private func helpForKind(_ statement: Int) -> String {
        let (text, kinds) = (word(1, statement), ConstraintReport.Kind.allCases.map(\.rawValue))
        let isName = document.wordCount(of: statement) == 2 && Name.isName(text)
        guard isName, Suggestion.nearest(to: text, among: kinds) == nil else {
            return Suggestion.help(for: text, among: kinds)
        }
        if table.draft.productPlaces[text] != nil { return "write the line `require purchase \(text)`" }
        let others = kinds.filter { $0 != ConstraintReport.Kind.permission.rawValue }.joined(separator: ", ")
        return "write the line `require permission \(text)`, or another kind before the name: \(others)"
    }

    /// What may be required only once: a switch, a permission, a bound of one platform, one requirement.
    private func identity(of constraint: Constraint) -> String {
        switch constraint {
        case .platform(let requirement): "platform " + requirement.platform
        case .profile, .runtime, .toggle, .confirmation: constraint.kind.rawValue
        case .program, .purchase, .permission, .caller:
            constraint.kind.rawValue + " " + constraint.subject(declaredBy: "")
        }
    }

    private func warnIfInherited(_ constraint: Constraint, parent: Int?, _ place: SourceRange) {
        guard let parent, constraint.kind != .runtime, constraint.kind != .toggle,
            let inherited = table.draft.catalogue.constraints[parent].first(where: { $0.constraint == constraint })
        else { return }
        report(
            .needlessConstraint, place,
            "`\(inherited.path)` requires this already, and the features inside it inherit that", help: "remove it")
    }

    /// Two `only` lines of different distributions can never hold together, be they inherited or not.
    private func refuseSecondPlatform(
        _ platform: PlatformRequirement, _ place: SourceRange, first: SourceRange?, parent: Int?
    ) {
        var reason = first.map { _ in "no machine is two distributions" }
        for inherited in parent.map({ table.draft.catalogue.constraints[$0] }) ?? [] {
            guard case .platform(let other) = inherited.constraint, other.isOnly, other.platform != platform.platform
            else { continue }
            reason = "`\(inherited.path)` is only for \(other.platform)"
            break
        }
        guard let reason else { return }
        reportSecond(
            .badPlatform, place, "\(reason), so this can never be met", help: "keep one `only` line", first: first)
    }

    /// A table has one profile, so a feature for the one inside a feature for the other can never be available.
    private func refuseSecondProfile(_ requirement: ProfileRequirement, _ place: SourceRange, parent: Int?) {
        for inherited in parent.map({ table.draft.catalogue.constraints[$0] }) ?? [] {
            guard case .profile(let other) = inherited.constraint, other.profile != requirement.profile else {
                continue
            }
            return report(
                .badConstraint, place,
                "`\(inherited.path)` is for the profile \(other.subject), so this can never be met",
                help: "keep one of them, or put the feature outside `\(inherited.path)`")
        }
    }

    // MARK: Kind by kind

    private func readPlatform(_ statement: Int) -> PlatformRequirement? {
        var words = arguments(statement, from: 2)
        let isOnly = isKeyword(words.first, "only")
        if isOnly { words.removeFirst() }
        guard words.count == 2, Name.isName(words[0].text) || words[0].text == "arch" else {
            return refuse(
                .badPlatform, document.place(of: statement), "a platform has a name and a version",
                help: "as in `require platform linux 6.1`, `require platform only debian 12`")
        }
        let (platform, value) = (words[0].text, words[1].text)
        let bound: PlatformRequirement.Bound
        if value == "any" {
            bound = .any
        } else if platform == "arch" && value != "unsupported" {
            bound = .exactly(value)
        } else if value == "unsupported" && !isOnly && !PlatformRequirement.everywhere.contains(platform) {
            bound = .unsupported
        } else if let version = PlatformVersion(value) {
            bound = .minimum(version)
        } else {
            return refuseVersion(words[1], of: platform, isOnly: isOnly)
        }
        return PlatformRequirement(platform: platform, bound: bound, isOnly: isOnly)
    }

    private func readProfile(_ statement: Int) -> ProfileRequirement? {
        let help = "it is written `require profile development|production`"
        let words = arguments(statement, from: 2)
        guard let word = words.first, words.count == 1 else {
            return refuse(
                .badConstraint, words.dropFirst().first?.place ?? document.place(of: statement),
                "a feature is for one profile", help: help)
        }
        guard let profile = Profile(rawValue: word.text) else {
            return refuse(.badConstraint, word.place, "there is no profile `\(word.text)`", help: help)
        }
        return ProfileRequirement(profile, inForce: table.draft.profile?.profile ?? .production)
    }

    private func readProgram(_ statement: Int) -> ProgramRequirement? {
        let words = arguments(statement, from: 2)
        guard let word = words.first, words.count == 1, Name.isPlainPath(word.text), !word.text.contains("$(") else {
            return refuse(
                .badConstraint, words.first?.place ?? document.place(of: statement),
                "a program is named by its absolute path, without arguments and placeholders",
                help: "as in `require program /usr/bin/mpv`")
        }
        // One that is not installed is what the requirement is for; another fault is one that its author may not expect.
        if let fault = table.environment.programFault(word.text), fault.code != .unavailableProgram {
            table.diagnostics.report(
                fault.diagnostic(at: word.place, code: .unavailableProgram, mostSevere: .warning))
        }
        return ProgramRequirement(word.text)
    }

    private func refuseVersion(_ word: PlacedWord, of platform: String, isOnly: Bool) -> PlatformRequirement? {
        let isEverywhere = PlatformRequirement.everywhere.contains(platform)
        let version = "a version has one to four numbers with dots, or is "
        return refuse(
            .badPlatform, word.place,
            word.text == "unsupported" && isEverywhere
                ? "every machine has `\(platform)`, so no machine would have the feature"
                : word.text == "unsupported" && isOnly
                    ? "`only` asks for `\(platform)`, and `unsupported` for any other machine"
                    : "`\(word.text)` is not a version of a platform",
            help: platform == "arch"
                ? "name an architecture, as in `require platform arch x86_64`"
                : version + (isOnly || isEverywhere ? "`any`" : "`any` or `unsupported`"))
    }

    private func readPurchase(_ statement: Int) -> PurchaseRequirement? {
        var words = arguments(statement, from: 2)
        let mode = words.first.flatMap {
            document.isQuoted($0.place) ? nil : PurchaseRequirement.Mode(rawValue: $0.text)
        }
        if mode != nil { words.removeFirst() }
        guard !words.isEmpty, mode != nil || words.count == 1 else {
            return refuse(
                .badConstraint, document.place(of: statement),
                words.isEmpty ? "a purchase names a product" : "say whether any or all of the products are needed",
                help: "as in `require purchase any premium.monthly founder.once`")
        }
        var products: [String] = []
        var named: Set<String> = []
        for (product, place) in words {
            if !table.mayName(product: product) {
                reportUnknownProduct((product, place))
            } else if !named.insert(product).inserted {
                report(.repeatedConstraint, place, "the product `\(product)` is named twice", help: "remove it")
            } else {
                products.append(product)
                table.draft.usedProducts.insert(product)
            }
        }
        return products.count == words.count ? PurchaseRequirement(mode: mode ?? .all, products: products) : nil
    }

    private func readPermissions(_ statement: Int) -> [Constraint?] {
        let words = arguments(statement, from: 2)
        if words.isEmpty {
            report(
                .badConstraint, document.place(of: statement), "a permission has a name",
                help: "as in `require permission camera`")
        }
        return words.map { word in
            guard let permission = PermissionReader(table: table).readName(word) else { return nil }
            table.draft.usedPermissions.formUnion([permission, permission.includedIn].compactMap(\.self))
            return .permission(permission)
        }
    }

    private func readConfirmation(_ statement: Int) -> TextTemplate? {
        let words = arguments(statement, from: 2)
        let help = "as in `require confirmation \"Delete $(list)?\"`"
        guard let word = words.first, words.count == 1, !word.text.isEmpty else {
            return refuse(
                .badConstraint, words.dropFirst().first?.place ?? document.place(of: statement),
                "a confirmation is one question, in quotes", help: help)
        }
        guard word.text.utf8.count <= Limits.confirmationBytes else {
            return refuse(
                .badConstraint, word.place,
                "the question has \(word.text.utf8.count) bytes, the limit is \(Limits.confirmationBytes)",
                help: "shorten it")
        }
        guard let template = try? TextTemplate(word.text) else {
            return refuse(
                .badPlaceholder, word.place, "the question has a `$(` without a name or a `)`",
                help: "name an input, as in `$(list)`; a plain `$(` is `\\$(`")
        }
        table.draft.confirmations[template] = word.place
        return template
    }

    private func readCaller(_ statement: Int) -> CallerRequirement? {
        let words = arguments(statement, from: 2)
        guard let first = words.first, let kind = CallerRequirement.Kind(rawValue: first.text), words.count > 1 else {
            return refuse(
                .badConstraint, words.first?.place ?? document.place(of: statement),
                "a caller is named by uid, user, gid, group or socket, and its value",
                help: "as in `require caller group audio`")
        }
        let values = words.dropFirst().compactMap { readCallerValue($0, kind) }
        return values.count == words.count - 1 ? CallerRequirement(kind: kind, values: values) : nil
    }

    private func readCallerValue(_ word: PlacedWord, _ kind: CallerRequirement.Kind) -> CallerRequirement.Value? {
        switch kind {
        case .uid, .gid:
            if let id = UInt32(word.text), Quantity.count(word.text) != nil { return .init(text: word.text, id: id) }
            return refuse(
                .badConstraint, word.place, "`\(word.text)` is not a \(kind.rawValue)",
                help: "write a number; a name goes with `\(kind == .uid ? "user" : "group")`")
        case _ where word.text.isEmpty:
            return refuse(.badConstraint, word.place, "a \(kind.rawValue) has a name", help: "write the name")
        case .user: return .init(text: word.text, id: table.environment.userID(word.text))
        case .group: return .init(text: word.text, id: table.environment.groupID(word.text))
        case .socket: return .init(text: word.text, id: nil)
        }
    }
}
