// Statements → the draft of a table. Declarations may stand in any order and in any file, so the files are read twice: first
// packages, schemes, hosts, values and what wings declare, then everything that names them. Errors never stop the reading; what could not be read
// is left out of the draft, and a table with an error is never loaded anyway.
//
// Each kind of block has a reader of its own: FeatureReader, ActionReader, RouteReader and so on. They share one
// `TableReading`.

import Conf
import Contract
import Features
import Matching

/// Reads one table.
struct TableReader: BlockReader {
    let table: TableReading
    private let set: TableSet

    init(_ set: TableSet, environment: LoadEnvironment) {
        self.set = set
        table = TableReading(set, environment: environment)
    }

    /// Reads all files.
    func read() -> ReadTable {
        let order = set.readingOrder
        let files = order.map { member, isLeftOut in isLeftOut ? readScopes(member) : readDeclarations(member) }
        table.draft.catalogue = FeatureCatalogue(kinds: table.wings.kinds)
        LabelReader(table: table).keepTitles()
        for wing in table.wings.wings { wing.keepDeclared(table) }
        table.draft.featureNumbers = [DeepLinkingFeature.name: 0]
        table.builder.widthLimit = table.draft.limits.width ?? RouteIndexBuilder.widthLimit
        table.builder.reportsHidden = table.environment.warnsOfHiddenRoutes
        for (member, statements) in zip(order.map(\.member), files) {
            table.enter(member)
            for checked in statements {
                switch checked.directive {
                case .core(.feature): FeatureReader(table: table).read(checked.statement, parent: nil)
                case .core(.rewrite): RewriteReader(table: table).read(checked.statement)
                case .core(.unmatched): UnmatchedReader(table: table).read(checked.statement)
                case .core(.deny): ExclusionReader(table: table).readDeny(checked.statement)
                case .wing(let directive) where directive.pass == .uses: directive.read(table, checked.statement)
                case .core, .wing: continue
                }
            }
        }
        InsteadReader(table: table).resolve()
        InterceptorReader(table: table).resolve()
        for wing in table.wings.wings { wing.keep(table) }
        PackageReader(table: table).checkFeatures()
        // After an error nothing is known to be unused: what would have used it may be what could not be read.
        UnusedReport(table: table).checkConfirmations()
        if !table.diagnostics.hasErrors {
            UnusedReport(table: table).warn()
            for wing in table.wings.wings { wing.warn(table) }
            DenialReport(table: table).warn()
        }
        return ReadTable(table)
    }

    /// Reads the routes and rewrites of a program: the first file has its scopes, and each other one a route or a rewrite.
    func read(_ declarations: RouteDeclarations) -> ReadTable {
        if let scopes = set.members.first { _ = readDeclarations(scopes) }
        table.draft.catalogue = declarations.catalogue
        for (number, action) in declarations.catalogue.actions.enumerated() {
            table.draft.actions[action.feature, default: [:]][action.name] = .init(
                number: number, place: SourceRange(file: 0, offset: 0, length: 1))
        }
        for (route, member) in zip(declarations.routes, set.members.dropFirst()) {
            table.enter(member)
            let feature = declarations.catalogue.actions[route.action].feature
            for statement in table.check(document.roots, as: FeatureDirective.self).statements(of: .route) {
                RouteReader(table: table, secrets: route.secrets).read(statement, feature: feature)
            }
        }
        for (rewrite, member) in zip(declarations.rewrites, set.members.dropFirst(1 + declarations.routes.count)) {
            table.enter(member)
            for statement in table.check(document.roots, as: TableLine.self).statements(of: .core(.rewrite)) {
                RewriteReader(table: table, isHosted: rewrite.to == nil).read(statement)
            }
        }
        return ReadTable(table)
    }

    /// Reads which schemes and hosts belong to a package that is left out, in whatever block they stand: a brace that is
    /// missing may have put them there.
    private func readScopes(_ member: TableSet.Member) -> [StatementChecker.Checked<TableLine>] {
        table.enter(member)
        let isElsewhere = set.isElsewhere(member.owner)
        // A user instance leaves the system's links to the system instance: `deeplinkctl handle` asks that one next where
        // no table of the user's has the scheme.
        guard !isElsewhere || member.package?.instances == .user else { return [] }
        if member.owner == document.file, let package = member.package {
            leaveOut(.init(name: package.name, instances: isElsewhere ? package.instances : nil), member.owner)
        }
        table.withoutReports {
            let scopes = ScopeReader(table: table)
            for statement in document.statements.indices where !document.statements[statement].isDamaged {
                if document.hasDirective(TableDirective.scheme.rawValue, statement) { scopes.readSchemes(statement) }
                if document.hasDirective(TableDirective.host.rawValue, statement) { scopes.readHosts(statement) }
            }
        }
        return []
    }

    /// Denies all links of a package, for one reason of its own.
    private func leaveOut(_ package: LeftOutPackages.Package, _ owner: Int) {
        guard let everything = try? ExclusionPattern.parse(Array("/**".utf8).span) else { return }
        let name = package.name
        table.draft.leftOut[table.draft.denies.count] = package
        table.draft.leftOutOwners.insert(owner)
        table.draft.packages[name] = table.draft.packages[name] ?? SourceRange(file: owner, offset: 0, length: 1)
        table.draft.denies.append(
            .init(
                pattern: everything, entries: [.anyScheme(file: owner), .anyHost(file: owner)],
                place: SourceRange(file: owner, offset: 0, length: 1)))
    }

    /// Reads what the file declares for all others, and gives all its statements that are well-formed.
    private func readDeclarations(_ member: TableSet.Member) -> [StatementChecker.Checked<TableLine>] {
        table.enter(member)
        let block = table.check(document.roots, as: TableLine.self)
        if table.draft.isIncomplete || !block.refused.isEmpty { table.draft.owners[table.owner].hasSpoiledScope = true }
        if block.refused.contains(where: { document.hasDirective(TableDirective.include.rawValue, $0) }) {
            table.draft.isIncomplete = true
        }
        let packages = PackageReader(table: table)
        for line in block.statements(of: .core(.package)) {
            let isRoot = member.owner == document.file
            guard packages.read(line, isFirst: line == 0, isRoot: isRoot) else { return [] }
        }
        for checked in block.checked where !packages.refuses(checked.directive, checked.statement) {
            readDeclaration(checked)
        }
        return block.checked
    }

    private func readDeclaration(_ checked: StatementChecker.Checked<TableLine>) {
        let (statement, declarations) = (checked.statement, DeclarationReader(table: table))
        guard case .core(let directive) = checked.directive else {
            if case .wing(let directive) = checked.directive, directive.pass == .declares {
                directive.read(table, statement)
            }
            return
        }
        switch directive {
        case .scheme: ScopeReader(table: table).readSchemes(statement)
        case .host: ScopeReader(table: table).readHosts(statement)
        case .values: TypeReader(table: table).readValues(statement)
        case .limit: declarations.readLimit(statement)
        case .operator: table.draft.operatorGroups += declarations.readGroup(statement)
        case .delegate: table.draft.delegateGroups += declarations.readGroup(statement)
        case .profile: declarations.readProfile(statement)
        case .intake: declarations.readIntake(statement)
        case .title, .icon: LabelReader(table: table).read(directive, statement)
        case .strictPackages: declarations.readStrictPackages(statement)
        case .userInstances: declarations.readUserInstances(statement)
        case .instances: PackageReader(table: table).readInstances(statement)
        case .shadow: declarations.readShadow(statement, isItself: set.isShadow)
        case .reloadCases: declarations.readReloadCases(statement)
        // Features and denials name what is declared, and the collector has read the files that are included.
        case .feature, .unmatched, .rewrite, .deny, .include, .package: return
        }
    }
}
