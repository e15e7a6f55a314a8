package import Conf
import Features
import Matching

/// Where a table says what the nodes of its coverage are about: a route, a feature, a `deny`.
package struct NodePlaces {
    private var routes: [String: SourceRange] = [:]
    private var features: [String: SourceRange] = [:]
    private var denials: [String: SourceRange] = [:]

    /// - Parameter documents: the files of the table, each with the name of its package.
    package init(_ documents: [(document: ConfDocument, package: String?)]) {
        for (document, package) in documents { read(document.roots, of: document, package, inside: package) }
    }

    /// Reads the texts that a table was loaded from; the place's file is the number of the text.
    package init(_ texts: [TableText]) {
        var diagnostics = Diagnostics()
        self.init(
            texts.enumerated().map { number, text in
                let document = ConfParser.parse(
                    text.bytes, name: text.name, file: number, diagnostics: &diagnostics)
                return (document, text.package)
            })
    }

    private mutating func read(
        _ statements: ConfDocument.Siblings, of document: ConfDocument, _ package: String?, inside feature: String?
    ) {
        for statement in statements where document.wordCount(of: statement) > 1 {
            let (name, place) = (document.text(of: document.word(1, of: statement)), document.place(1, of: statement))
            if document.hasDirective("route", statement) {
                routes[package.map { "\($0):\(name)" } ?? name] = place
            } else if document.hasDirective("feature", statement) {
                let path = feature.map { "\($0)/\(name)" } ?? name
                features[path] = place
                read(document.children(of: statement), of: document, package, inside: path)
            } else if document.hasDirective("under", statement) {
                read(document.children(of: statement), of: document, package, inside: feature)
            } else if document.hasDirective("deny", statement) {
                denials[name] = place
            }
        }
    }

    /// Where a route stands; nil for one that no text declares.
    package func place(ofRoute name: String) -> SourceRange? { routes[name] }

    /// Where a node's route, feature or `deny` stands.
    package func place(of node: CoverageNode, in ruleset: Ruleset) -> SourceRange? {
        switch node {
        case .pattern(let row): return routes[ruleset.routes[row: row].name]
        case .denial(let number): return denials[ruleset.denials[number].text]
        case .constraint(let feature, _, _), .outcome(let feature, _):
            return features[ruleset.catalogue.features[feature].path]
        case .route, .alternative, .bound, .except, .over, .absence, .nearMiss:
            return node.route.flatMap { routes[ruleset.routes[$0].name] }
        }
    }
}

extension Coverage {
    /// Reports each route that no case shows as taken, at its place in the table.
    package func reportUncovered(_ places: NodePlaces, diagnostics: inout Diagnostics) {
        for number in uncoveredRoutes {
            let name = ruleset.routes[number].name
            guard let place = places.place(ofRoute: name) else { continue }
            diagnostics.report(
                .untestedRoute, at: place, "no case shows a link that the route `\(name)` takes",
                help: "add one; `deeplinkctl gen-cases` writes it")
        }
    }
}
