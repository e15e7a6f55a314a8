import Conf
import Contract
import Features

/// Reads features with everything in them.
package struct FeatureReader: BlockReader {
    package let table: TableReading

    /// Reads for a table.
    package init(table: TableReading) { self.table = table }

    /// Reads a feature, then its actions, then its routes and groups of routes, then the features inside it.
    func read(_ statement: Int, parent: Int?) {
        let block = table.check(document.children(of: statement), as: FeatureDirective.self)
        let constraints = block.statements(of: .require)
        let isHidden = readVisibility(block.statements(of: .visible).first, parent: parent)
        if isHidden { refuseToggle(constraints) }
        let labels = LabelReader(table: table)
        let description = labels.description(block.statements(of: .description))
        let ownTitle = labels.title(block.statements(of: .title))
        let title = ownTitle ?? parent.map { table.draft.catalogue.features[$0].title } ?? labels.titleInForce
        let number = declare(statement, parent: parent) { path, name in
            Feature(
                path: path, name: name, parent: parent, description: description, title: title,
                constraints: ConstraintReader(table: table).read(constraints, parent: parent), isHidden: isHidden)
        }
        for line in block.statements(of: .instead) { InsteadReader(table: table).note(line, feature: number) }
        for action in block.statements(of: .action) { ActionReader(table: table).read(action, feature: number) }
        let interceptors = InterceptorReader(table: table)
        for line in block.statements(of: .observe) { interceptors.note(.observe, line, feature: number) }
        for line in block.statements(of: .guard) { interceptors.note(.guard, line, feature: number) }
        for line in block.statements(of: .replace) { interceptors.note(.replace, line, feature: number) }
        let routes = RouteReader(table: table)
        for checked in block.checked where checked.directive == .route && !table.draft.hasTooLongPatterns {
            routes.read(checked.statement, feature: number)
            if table.draft.hasTooLongPatterns { routes.reportTooLong(checked.statement) }
        }
        for group in block.statements(of: .under) { GroupReader(table: table).read(group, feature: number) }
        for feature in block.statements(of: .feature) { read(feature, parent: number) }
    }

    private enum Visibility: String, CaseIterable {
        case yes, no
    }

    /// Reads `visible yes|no`: whether the feature is hidden, by its own line or as a part of a hidden one.
    private func readVisibility(_ statement: Int?, parent: Int?) -> Bool {
        let around = parent.map { table.draft.catalogue.features[$0] }
        let isInherited = around?.isHidden ?? false
        guard let statement,
            let own: Visibility = readChoice(1, statement, { "`visible` is `yes` or `no`, not `\($0)`" })
        else { return isInherited }
        if own == .yes, isInherited, let around {
            report(
                .badValue, document.place(of: statement), "`\(around.path)` is hidden, and with it all that is in it",
                help: "remove the line, or put the feature outside `\(around.path)`")
        }
        return own == .no || isInherited
    }

    /// A hidden feature's own switch could be named by none of the users whose it would be.
    private func refuseToggle(_ constraints: [Int]) {
        for statement in constraints where word(1, statement) == FactKind.toggle.word {
            report(
                .badConstraint, document.place(of: statement),
                "users are not told of a hidden feature, so none can switch it",
                help: "use `require runtime on|off`, which operators switch, or require the toggle around the feature")
        }
    }

    /// Declares a feature, also one whose own name is wrong: what is in it is read, so that every error is found in one run.
    private func declare(_ statement: Int, parent: Int?, _ feature: (_ path: String, _ name: String) -> Feature) -> Int
    {
        let name = readName(1, statement, of: "a feature") ?? word(1, statement)
        return declare(name, place(1, statement), parent: parent, feature)
    }

    /// Declares the feature of a block that gives it its name: by its lines `title`, `description` and `require`.
    ///
    /// - Parameter lines: the well-formed statements of the block with a directive of features.
    package func declare(_ name: String, by statement: Int, _ lines: (FeatureDirective) -> [Int]) -> Int {
        let (labels, constraints) = (LabelReader(table: table), ConstraintReader(table: table))
        return declare(name, place(0, statement), parent: nil) { path, name in
            Feature(
                path: path, name: name, parent: nil, description: labels.description(lines(.description)),
                title: labels.title(lines(.title)),
                constraints: constraints.read(lines(.require), parent: nil))
        }
    }

    private func declare(
        _ name: String, _ place: SourceRange, parent: Int?, _ feature: (_ path: String, _ name: String) -> Feature
    ) -> Int {
        let path =
            (parent.map { table.draft.catalogue.features[$0].path } ?? table.package?.name).map { $0 + "/" + name }
            ?? name
        if let number = table.draft.featureNumbers[path] {
            let first = table.draft.featurePlaces[number]
            reportSecond(
                .duplicateFeature, place,
                first == nil ? "the feature `\(path)` is built in" : "the feature `\(path)` is declared twice",
                help: first == nil ? "choose another name" : "put everything into one of them", first: first)
        }
        let number = table.draft.catalogue.add(feature(path, name))
        table.draft.featureNumbers[path] = table.draft.featureNumbers[path] ?? number
        table.draft.featurePlaces[number] = place
        return number
    }
}
