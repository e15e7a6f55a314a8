// What a table says of a request:
//
//     http POST unix:/run/shop.sock /orders/$(item)?gift=$(gift)
//     header Accept-Language $(language)
//     json   item=$(item) options.count=2
//     retry  3 within 30s
//     sign   shop-key

package import Contract
package import Features
package import Routing

/// A request to an HTTP service.
package struct HTTPTemplate: Equatable, Sendable {
    /// A header of the request; left out where its input is missing.
    package struct Header: Equatable, Sendable {
        package let name: String
        package let value: TextTemplate
    }

    /// What the request carries, built of values and never of a text that is parsed.
    package enum Body: Equatable, Sendable {
        case json([NamedArgument])
        case form([NamedArgument])

        /// The values in it.
        package var arguments: [NamedArgument] {
            switch self {
            case .json(let arguments), .form(let arguments): arguments
            }
        }
    }

    /// How often a request is sent again where that is safe.
    package struct Retry: Equatable, Sendable {
        package let count: Int
        /// For all of them together.
        package let time: Duration
    }

    package let method: HTTPMethod
    package let server: HTTPServer
    package let target: HTTPTarget
    package internal(set) var headers: [Header] = []
    package internal(set) var body: Body?
    package internal(set) var retry: Retry?
    /// The name of the credential that has the keys of the signature; nil for a request without.
    package internal(set) var credential: String?
    /// True if the host may be at a private address.
    package internal(set) var isPrivate = false
    /// True if `$(url)` is the link: no input has that name.
    package internal(set) var takesLink = false

    /// Makes a request without headers and a body.
    package init(_ method: HTTPMethod, _ server: HTTPServer, _ target: HTTPTarget) {
        (self.method, self.server, self.target) = (method, server, target)
    }

    /// True if the server may be at a loopback or private address: the table has chosen the machine.
    package var allowsPrivateAddresses: Bool {
        switch server {
        case .socket: true
        case .host(let origin): isPrivate || origin.isAddress
        }
    }

    /// What it does depends on the URL if that is passed on.
    package var dependsOnLink: Bool { needsLink }
    /// True if it cannot be sent without a link.
    package var needsLink: Bool { takesLink || body?.arguments.takeLink == true }

    // MARK: The request

    static let linkName = "url"

    /// The link as an input of its name.
    private func values(ofLink link: String?) -> [Value.Member] {
        takesLink ? link.map { [Value.Member(Self.linkName, .string($0))] } ?? [] : []
    }

    /// The path and the query.
    package func text(for inputs: [Value.Member], link: String?) -> String {
        target.text(for: inputs, verbatim: values(ofLink: link?.escapedForURL))
    }

    /// The headers that the table names.
    package func headers(for inputs: [Value.Member], link: String?) -> [(name: String, value: String)] {
        let values = inputs + values(ofLink: link)
        return headers.filter { $0.value.isFilled(by: values) }.map { ($0.name, $0.value.filled(with: values)) }
    }

    /// The bytes of the body and their type; nil for a request without.
    package func content(for inputs: [Value.Member], link: String?) -> (type: String, bytes: [UInt8])? {
        switch body {
        case nil: nil
        case .json(let arguments):
            (
                "application/json", Array(JSONText.text(of: .object(arguments.object(for: inputs, link: link))).utf8)
            )
        case .form(let arguments):
            (
                "application/x-www-form-urlencoded",
                Array(
                    arguments.pairs(for: inputs, link: link)
                        .map { $0.name.escapedForURL + "=" + $0.value.escapedForURL }.joined(separator: "&").utf8)
            )
        }
    }

    /// The names of the inputs that it takes.
    package var inputs: Set<String> {
        target.inputs.union(headers.flatMap(\.value.inputs)).union((body?.arguments ?? []).inputs)
    }
}

extension HTTPTemplate: ReachTemplate {
    /// Values of paths and headers are looked at.
    package var takesAnyValue: Bool { target.pathInputs.isEmpty && headers.allSatisfy(\.value.inputs.isEmpty) }

    /// Says which value can stand in no path, or in no header.
    package func refusal(of inputs: [Value.Member]) -> InputRefusal? {
        if let refusal = target.refusal(of: inputs) { return refusal }
        let used = Set(headers.flatMap(\.value.inputs))
        let bad = inputs.first { used.contains($0.name) && !Self.isHeaderValue($0.value.argumentText) }
        return bad.map {
            InputRefusal(
                input: $0.name, reason: "has a character that no header has: only printable ASCII can stand there",
                help: "pass it in the body, or give the input a narrower type, as `slug` or `uint`")
        }
    }

    /// True for a text that one header has as its value, however its server reads it.
    ///
    /// *Source*: RFC 9110, section 5.5, without the bytes that it calls obsolete.
    static func isHeaderValue(_ text: String) -> Bool { text.utf8.allSatisfy { 0x20...0x7E ~= $0 } }

    /// The lines of the table with the values in them, without those that say how it is sent.
    package func preview(
        for inputs: [Value.Member], link: String?, in catalogue: FeatureCatalogue
    ) -> ActionPreview {
        let word = link ?? ArgumentTemplate.linkWord
        let text = target.text(for: inputs, verbatim: values(ofLink: link?.escapedForURL ?? word))
        var call = [Performer.Kind.http.word, method.rawValue]
        switch server {
        case .socket: call += [server.address, text]
        case .host: call.append(server.url(of: text))
        }
        for header in headers(for: inputs, link: word) { call += ["header", header.name, header.value] }
        switch body {
        case nil: break
        case .json(let arguments): call += ["json"] + arguments.preview(for: inputs, link: link)
        case .form(let arguments): call += ["form"] + arguments.preview(for: inputs, link: link)
        }
        return ActionPreview(call: call)
    }

    /// What the request needs of the machine: the library, the service, the keys.
    package func finding(for action: Action, on host: any HostView) -> HostFinding? {
        let library = host.library("libcurl.so.4", package: "libcurl4")
        guard library.verdict == .answers else { return HostFinding("library", "libcurl.so.4", library) }
        if let credential {
            let keys = host.credential(credential)
            guard keys.verdict == .answers else { return HostFinding("credential", credential, keys) }
        }
        switch server {
        case .socket(let path): return HostFinding("service", server.address, host.service(path))
        case .host:
            return HostFinding(
                "server", server.address, (.cannotTell, "it is on the network, and is asked when a link comes"))
        }
    }
}

extension Performer.Kind {
    /// Sends a request to an HTTP service.
    package static let http = Self("http", isAcceptedToWait: true)
}

extension Performer {
    /// Sends a request to an HTTP service.
    package static func http(_ template: HTTPTemplate) -> Self { .other(template) }
}
