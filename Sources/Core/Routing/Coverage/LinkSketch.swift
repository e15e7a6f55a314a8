import Contract
import Features
import Links
import Matching

/// The parts of a link of one route, to be changed and put together again.
struct LinkSketch {
    /// The scheme or host.
    let origin: LinkBuilder.Origin
    var segments: [[UInt8]]
    var query: [LinkBuilder.Item]
    var fragment: String?

    /// Takes apart a link that was built for a route.
    init?(_ link: Link, origin: LinkBuilder.Origin) {
        self.origin = origin
        segments = (0..<link.segmentCount).map { Array(link.bytes[link.segment($0).indices]) }
        query = (0..<link.queryItemCount).map { number in
            let item = link.queryItem(number)
            return LinkBuilder.Item(key: link.text(item.key), value: link.text(item.value))
        }
        fragment = link.givenFragment.map { link.text($0.value) }
    }

    /// A link of a scope with these segments.
    init(_ segments: [[UInt8]], origin: LinkBuilder.Origin) {
        (self.origin, self.segments, query) = (origin, segments, [])
    }

    /// The whole URL.
    var url: String {
        var builder = LinkBuilder(origin: origin, segments: segments)
        (builder.query, builder.fragment) = (query, fragment)
        return builder.url
    }

    /// The same link with one change.
    func with(_ change: (inout LinkSketch) -> Void) -> LinkSketch {
        var sketch = self
        change(&sketch)
        return sketch
    }
}

/// Makes links of a table to begin with.
struct SketchMaker {
    let ruleset: Ruleset

    /// The origin of links of a scope; of a wildcard that of one host which it covers.
    func origin(in scope: DeclaredScope) -> LinkBuilder.Origin? {
        if let origin = scope.origin { return origin }
        guard case .host(let host) = scope.entry else { return nil }
        return (try? DeclaredHost.parse(Array(host.example.utf8).span))?.origin.map { .web($0) }
    }

    /// Links of a route with one of its patterns, each with readable values, one for each scope that has some.
    ///
    /// - Parameter given: values of some of its parameters.
    func sketches(ofRow row: Int, _ given: [Value.Member] = []) -> some Sequence<LinkSketch> {
        let route = ruleset.routes[row: row]
        var values = given
        for parameter in ruleset.parameters(of: route) where parameter.isRequired {
            guard !values.contains(where: { $0.name == parameter.name }) else { continue }
            let value =
                parameter.language.map { Ruleset.example(of: $0, name: parameter.name) } ?? .array([.string("x")])
            values.append(.init(parameter.name, value))
        }
        return ruleset.scopes(of: route).lazy.compactMap { [self, values] scope in
            guard let origin = origin(in: scope) else { return nil }
            var left = 1
            let name = if case .host(let host) = scope.entry { host.example } else { scope.name }
            guard let url = try? ruleset.link(by: route, values, scope: name, left: &left).url,
                let link = try? ruleset.parse(url)
            else {
                return nil
            }
            return LinkSketch(link, origin: origin)
        }
    }
}

extension DeclaredHost {
    /// A host that it covers, as `host` lines have it; `x` is as good a label as another.
    fileprivate var example: String {
        kind == .exact ? text : text.replacing(kind == .oneLabel ? "*." : "**.", with: "x.")
    }
}
