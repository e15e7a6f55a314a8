extension Picture {
    /// The picture as an SVG file, in light and in dark as its viewer is.
    package var svg: String { SVGPicture(self).text(isFile: true) }
}

/// The text of a picture.
struct SVGPicture {
    private let picture: Picture
    private let layout: PictureLayout
    private let places: [String: PictureLayout.Place]

    init(_ picture: Picture) {
        self.picture = picture
        layout = PictureLayout(picture)
        places = Dictionary(layout.places.map { ($0.box.id, $0) }) { first, _ in first }
    }

    /// Classes have plain colours first: programs that know no media queries draw the light picture.
    static let style = """
        .page { fill: #ffffff }
        text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1f2328 }
        .heading { font-weight: bold; fill: #57606a }
        .title { font-weight: bold }
        .box rect { stroke-width: 1.2 }
        .scopes rect { fill: #eef4fb; stroke: #6d8fb5 }
        .routes rect { fill: #f6f8fa; stroke: #8c959f }
        .actions rect { fill: #edf7ee; stroke: #6aa073 }
        .features rect { fill: #fbf3e6; stroke: #b58a4a }
        .edge { fill: none; stroke: #8c959f; stroke-width: 1.2 }
        @media (prefers-color-scheme: dark) {
        .page { fill: #0d1117 }
        text { fill: #e6edf3 }
        .heading { fill: #9198a1 }
        .scopes rect { fill: #121d2f; stroke: #4a76a8 }
        .routes rect { fill: #161b22; stroke: #656c76 }
        .actions rect { fill: #12221a; stroke: #4d8a5c }
        .features rect { fill: #271f10; stroke: #a37c3c }
        .edge { stroke: #656c76 }
        }

        """

    /// The picture as an element.
    ///
    /// - Parameter isFile: true for a file of its own, with its style; false for a part of a page that has the style.
    func text(isFile: Bool) -> String {
        let size = "width=\"\(layout.width)\" height=\"\(layout.height)\""
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) viewBox=\"0 0 \(layout.width) \(layout.height)\" "
                + "role=\"img\" aria-label=\"\(Self.escaped(picture.title))\">",
            "<title>\(Self.escaped(picture.title))</title>",
        ]
        if isFile { lines.append("<style>\n\(Self.style)</style>") }
        lines.append("<rect class=\"page\" width=\"100%\" height=\"100%\"/>")
        for column in Picture.Column.allCases {
            guard let start = layout.starts[column] else { continue }
            let y = PictureLayout.Size.margin + PictureLayout.Size.line
            lines.append("<text class=\"heading\" x=\"\(start)\" y=\"\(y)\">\(column.heading)</text>")
        }
        lines += picture.edges.compactMap(line)
        lines += layout.places.map(box)
        return (lines + ["</svg>", ""]).joined(separator: "\n")
    }

    private func line(_ edge: Picture.Edge) -> String? {
        guard let from = places[edge.from], let to = places[edge.to] else { return nil }
        let (x, y) = (from.x + from.width, from.y + from.height / 2)
        let (endX, endY) = (to.x, to.y + to.height / 2)
        let bend = (endX - x) / 2
        return "<path class=\"edge\" data-from=\"\(edge.from)\" data-to=\"\(edge.to)\" "
            + "d=\"M\(x) \(y)C\(x + bend) \(y) \(endX - bend) \(endY) \(endX) \(endY)\"/>"
    }

    private func box(_ place: PictureLayout.Place) -> String {
        typealias Size = PictureLayout.Size
        let whole = ([place.box.title] + place.box.lines).map(Self.escaped).joined(separator: "\n")
        let lines = place.lines.enumerated().map { number, line in
            let y = place.y + Size.padding + Size.line * number + 12
            let mark = number == 0 ? " class=\"title\"" : ""
            return "<text\(mark) x=\"\(place.x + Size.padding)\" y=\"\(y)\">\(Self.escaped(line))</text>"
        }
        return "<g class=\"box \(place.box.column)\" id=\"\(place.box.id)\"><title>\(whole)</title>"
            + "<rect x=\"\(place.x)\" y=\"\(place.y)\" width=\"\(place.width)\" height=\"\(place.height)\" rx=\"6\"/>"
            + lines.joined() + "</g>"
    }

    /// A printable text in an element or an attribute; the two other characters that XML does not allow are replaced.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
