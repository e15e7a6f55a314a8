import Conf
import Features

/// Reads features with everything in them.
struct FeatureReader: BlockReader {
    let table: TableReading

    /// Reads a feature, then its actions, then its routes, then the features inside it.
    func read(_ statement: Int, parent: Int?) {
        let block = table.check(document.children(of: statement), as: FeatureDirective.self)
        let constraints = block.statements(of: .require)
        let description = block.statements(of: .description).first.map { word(1, $0) }
        let number = declare(statement, parent: parent) { path, name in
            Feature(
                path: path, name: name, parent: parent, description: description,
                constraints: ConstraintReader(table: table).read(constraints, parent: parent))
        }
        for action in block.statements(of: .action) { ActionReader(table: table).read(action, feature: number) }
        let routes = RouteReader(table: table)
        for checked in block.checked where checked.directive == .route {
            routes.read(checked.statement, feature: number)
        }
        for feature in block.statements(of: .feature) { read(feature, parent: number) }
    }

    /// Declares a feature, also one whose own name is wrong: what is in it is read, so that every error is found in one run.
    private func declare(_ statement: Int, parent: Int?, _ feature: (_ path: String, _ name: String) -> Feature) -> Int
    {
        let name = readName(1, statement, of: "a feature") ?? word(1, statement)
        let path = (parent.map { table.draft.catalogue.features[$0].path + "/" } ?? "") + name
        if let number = table.draft.featureNumbers[path] {
            let first = table.draft.featurePlaces[number]
            reportSecond(
                .duplicateFeature, place(1, statement),
                first == nil ? "the feature `\(path)` is built in" : "the feature `\(path)` is declared twice",
                help: first == nil ? "choose another name" : "put everything into one of them", first: first)
        }
        let number = table.draft.catalogue.add(feature(path, name))
        table.draft.featureNumbers[path] = table.draft.featureNumbers[path] ?? number
        table.draft.featurePlaces[number] = place(1, statement)
        return number
    }
}
