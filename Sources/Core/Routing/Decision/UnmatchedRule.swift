// Whose links a table hands on, and which it keeps:
//
//     unmatched { schemes https ; … }      host pods.example, *.pods.example
//
//     https://news.example/a b?x=%2F       handed on: no table declares the host, and what the policy says of the rest
//                                          is the business of the app that gets it
//     https://pods.example/nothing         handed on: no route takes it
//     https://pods.example/a%2Fb           kept: the host is declared, and the policy refuses the link
//     https://pods.example./a%2Fb          kept: it is the same host

import Contract
package import Features
import Links
import Matching

/// The links that are no links of the table, and the action that gets them.
package struct UnmatchedRule: Sendable {
    /// Schemes that are never handed on: what they name is a file or a program.
    package static let keptSchemes: Set<String> = [
        "about", "blob", "data", "file", "filesystem", "javascript", "vbscript", "view-source",
    ]

    /// The table's words.
    package let schemes: Set<String>
    package let binding: ActionBinding
    private let declaredSchemes: Set<String>
    /// The hosts that are declared, by how much the name covers.
    private let hosts: [DeclaredHost.Kind: Set<String>]

    init(schemes: Set<String>, binding: ActionBinding, scopes: [DeclaredScope]) {
        (self.schemes, self.binding) = (schemes, binding)
        var (declared, hosts): (Set<String>, [DeclaredHost.Kind: Set<String>]) = ([], [:])
        for scope in scopes {
            switch scope.entry {
            case .scheme(let name): declared.insert(name)
            case .host(let host): hosts[host.kind, default: []].insert(host.name)
            case .anyScheme, .anyHost: continue
            }
        }
        (declaredSchemes, self.hosts) = (declared, hosts)
    }

    /// A text that can be handed on byte for byte, and whose link it is; nil for one of another scheme, or for no URL.
    ///
    /// What gets it gets it as one argument: it begins with its scheme, and has no control characters.
    func link(_ text: Span<UInt8>) -> (text: String, address: WebAddress)? {
        guard let address = WebAddress(text), schemes.contains(address.scheme) else { return nil }
        let bytes = text.indices.map { text[$0] }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), bytes.last != 0x20,
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            String(decoding: bytes[..<colon], as: UTF8.self).lowercased() == address.scheme
        else { return nil }
        return (String(decoding: bytes, as: UTF8.self), address)
    }

    /// Whether no table declares the scheme, or the host of a web link.
    func isForeign(_ address: WebAddress) -> Bool {
        guard ["http", "https"].contains(address.scheme) else { return !declaredSchemes.contains(address.scheme) }
        // With a dot at its end it is the same host of the network.
        let host = address.host.last == "." ? address.host.dropLast() : address.host[...]
        let parents = host.indices.filter { host[$0] == "." }.map { host[host.index(after: $0)...] }
        func isDeclared(_ kind: DeclaredHost.Kind, _ name: Substring?) -> Bool {
            name.map { hosts[kind]?.contains(String($0)) == true } ?? false
        }
        return !isDeclared(.exact, host) && !isDeclared(.oneLabel, parents.first)
            && !parents.contains { isDeclared(.manyLabels, $0) }
    }

    /// Whether a link of the table that goes nowhere is handed on: no policy, denial or limit refuses it.
    static func takes(_ rejection: DecisionRejection) -> Bool {
        switch rejection {
        case .schemeNotAllowed, .hostNotAllowed, .notFound: true
        case .denied, .packageUnavailable, .excluded, .input: false
        }
    }
}
