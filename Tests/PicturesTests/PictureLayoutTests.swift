import Testing

@testable import Pictures

/// Where the boxes of a picture stand.
@Suite struct PictureLayoutTests {
    /// A table with many routes: each action has some, each feature some actions, and there are three groups of scopes.
    private static func picture(routes: Int) -> Picture {
        let actions = (0..<routes).map { $0 / 3 }
        let features = (0...(actions.last ?? 0)).map { $0 / 4 }
        let boxes =
            (0..<3).map { Picture.Box(id: "scope-\($0)", column: .scopes, title: "scheme\($0)", lines: ["deny /x"]) }
            + (0..<routes).map { number in
                Picture.Box(
                    id: "route-\(number)", column: .routes, title: "route\(number)",
                    lines: Array(repeating: "/a/$(id:uint)", count: 1 + number % 4), parent: "action-\(actions[number])"
                )
            }
            + features.indices.map {
                Picture.Box(id: "action-\($0)", column: .actions, title: "act", parent: "feature-\(features[$0])")
            }
            + (0...(features.last ?? 0)).map { number in
                Picture.Box(
                    id: "feature-\(number)", column: .features, title: "Feature\(number)",
                    lines: Array(repeating: "require toggle on", count: number == 1 ? 40 : 1))
            }
        return Picture(
            title: "t", boxes: boxes,
            scopeEdges: (0..<routes).map { Picture.Edge(from: "scope-\($0 % 3)", to: "route-\($0)") })
    }

    @Test(arguments: [0, 1, 50, 1000])
    func `no two boxes of a column overlap, and every box is inside the picture`(_ routes: Int) {
        let layout = PictureLayout(Self.picture(routes: routes))
        for column in Picture.Column.allCases {
            let places = layout.places.filter { $0.box.column == column }.sorted { $0.y < $1.y }
            for (upper, lower) in zip(places, places.dropFirst()) {
                #expect(upper.y + upper.height <= lower.y, "\(upper.box.id) \(lower.box.id)")
            }
        }
        for place in layout.places {
            #expect(place.x >= 0 && place.y >= 0 && place.x + place.width <= layout.width)
            #expect(place.y + place.height <= layout.height)
        }
    }

    @Test func `the lines from routes to actions and features do not cross`() {
        let layout = PictureLayout(Self.picture(routes: 50))
        let tops = Dictionary(uniqueKeysWithValues: layout.places.map { ($0.box.id, $0.y) })
        for column in [Picture.Column.routes, .actions] {
            let places = layout.places.filter { $0.box.column == column }.sorted { $0.y < $1.y }
            let parents = places.map { tops[$0.box.parent ?? ""] ?? 0 }
            #expect(parents == parents.sorted())
        }
    }

    @Test func `a long text is cut in its box, and whole in its title`() {
        let long = String(repeating: "long ", count: 30)
        let box = Picture.Box(id: "route-0", column: .routes, title: long, lines: ["<&\"\u{1}\u{FFFE}"])
        let picture = Picture(title: "t", boxes: [box], scopeEdges: [])
        #expect(PictureLayout(picture).places[0].lines[0].hasSuffix("…"))
        #expect(PictureLayout(picture).places[0].lines[0].count <= PictureLayout.Size.mostCharacters)
        #expect(picture.svg.contains("<title>\(long)\n&lt;&amp;&quot;\\u{1}\u{FFFD}</title>"))
        #expect(PictureLayout.shortened(String(repeating: "写", count: 30)).count == 28)
    }

    @Test func `a graph of Graphviz has a node for each box and a line for each pair`() {
        let boxes = [
            Picture.Box(id: "scope-0", column: .scopes, title: "pod"),
            Picture.Box(id: "route-0", column: .routes, title: "r\"\\", lines: ["/a"], parent: "action-0"),
            Picture.Box(id: "action-0", column: .actions, title: "a"),
        ]
        let picture = Picture(
            title: "t", boxes: boxes, scopeEdges: [Picture.Edge(from: "scope-0", to: "route-0")])
        #expect(
            picture.dot == #"""
                digraph "t" {
                    rankdir=LR; ranksep=1.2; nodesep=0.15;
                    node [shape=box, style=rounded, fontname="monospace", fontsize=10];
                    edge [arrowsize=0.6];
                    subgraph "Schemes and hosts" {
                        rank=same;
                        "scope-0" [label="pod\l"];
                    }
                    subgraph "Routes" {
                        rank=same;
                        "route-0" [label="r\"\\\l/a\l"];
                    }
                    subgraph "Actions" {
                        rank=same;
                        "action-0" [label="a\l"];
                    }
                    "scope-0" -> "route-0";
                    "route-0" -> "action-0";
                }

                """#)
    }
}
