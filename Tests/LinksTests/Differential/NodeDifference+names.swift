import Foundation
import TestSupport

@testable import IDNA
@testable import Links

/// Finds the names of a difference. They must explain it in full: all that they do not explain must be equal.
extension NodeDifference {
    /// The names that explain why the two results for a text differ; nil if no names explain it.
    ///
    /// - Parameter host: Node's host, decoded from its A-labels.
    static func names(_ text: String, theirs: String, host: String) -> [NodeDifference]? {
        let their = components(theirs)
        // Holds the characters of the host even if the text has A-labels.
        let spelled = text + host
        if let names = names(text, spelled, try? URLRecord.parse(text), their) { return names }
        // A difference in the mapping of the host may hide a second difference.
        let older = try? URLRecord.parse(text, toASCII: olderConversion)
        return names(text, spelled, older, their).map { [.newerMapping] + $0 }
    }

    private static func names(
        _ text: String, _ spelled: String, _ our: URLRecord?, _ their: Links.URLComponents?
    ) -> [NodeDifference]? {
        switch (our, their) {
        case (nil, nil): []
        case (let our?, nil):
            ALabels.firstBreach(in: Array(our.components.hostname.utf8).span) == nil ? nil : [.undecodableLabel]
        case (nil, let their?):
            isLabelOfLabel(their.hostname) ? [.labelOfLabel] : brokenRule(text, spelled, their).map { [$0] }
        case (let our?, let their?): our.components == their ? [] : namesOfPath(our, their)
        }
    }

    // MARK: Hosts

    /// The conversion with the mappings of Unicode 15.0.
    private static let olderConversion = DomainToASCII { domain in
        let scalars = String(decoding: domain, as: UTF8.self).unicodeScalars
            .flatMap { Array(($0 == "\u{1E9E}" ? "ss" : String($0)).unicodeScalars) }
        if scalars.contains(where: { MappingChanges.mapping(of: $0) != $0 || $0 == "\u{1806}" }) {
            return .refused(.domainToASCII)
        }
        return DomainToASCII.standard.convert(scalars.flatMap { Array(String($0).utf8) })
    }

    private static func isLabelOfLabel(_ host: String) -> Bool {
        host.split(separator: ".").contains { $0.hasPrefix("xn--xn--") || ($0.hasPrefix("xn--") && $0.hasSuffix("-")) }
    }

    /// The rule that the domain probably breaks, judged by its characters.
    private static func brokenRule(
        _ text: String, _ spelled: String, _ their: Links.URLComponents
    ) -> NodeDifference? {
        guard their.hostname.contains("xn--"), error(text) == .domainToASCII else { return nil }
        let scalars = (spelled.removingPercentEncoding ?? spelled).unicodeScalars
        if scalars.contains(where: isFromRightToLeft) { return .bidiRule }
        return scalars.count { $0 == "\u{200C}" || $0 == "\u{200D}" } > 1 ? .joinerRule : nil
    }

    private static func isFromRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    private static func error(_ text: String) -> URLRule? {
        do throws(LinkError) {
            _ = try URLRecord.parse(text)
        } catch {
            if case .invalid(let rule, _) = error { return rule }
        }
        return nil
    }

    // MARK: Paths

    private static func namesOfPath(_ our: URLRecord, _ their: Links.URLComponents) -> [NodeDifference]? {
        let ours = our.components
        guard ours.protocol == their.protocol, ours.username == their.username, ours.password == their.password,
            ours.host == their.host, ours.search == their.search, ours.hash == their.hash
        else { return nil }
        if ours.pathname == "/", their.pathname.isEmpty {
            var href = our.bytes
            href.removeSubrange(our.path.indices)
            return Array(their.href.utf8) == href ? [.lostSlash] : nil
        }
        let beyondFirst = their.pathname.dropFirst().drop { $0 != "/" }
        if their.protocol == "file:", their.pathname.contains(/^\/[A-Za-z]:[^\/]/),
            (try? URLRecord.parse("file://\(beyondFirst)"))?.components.pathname == ours.pathname
        {
            return [.driveLetterPrefix]
        }
        // Node's URL, parsed again, must equal ours: then the only differences are steps that Node left out.
        guard (try? URLRecord.parse(their.href))?.components == ours else { return nil }
        var names: [NodeDifference] = []
        let isList = their.pathname.hasPrefix("/")
        if isList, their.pathname.contains("^") { names.append(.caretInPath) }
        if !isList, their.pathname.hasSuffix(" ") { names.append(.blankAfterOpaquePath) }
        if isList, their.pathname.split(separator: "/").contains(where: isDotSegment) { names.append(.dotSegmentsLeft) }
        return names.isEmpty ? nil : names
    }

    private static func isDotSegment(_ segment: Substring) -> Bool {
        [".", ".."].contains(segment.lowercased().replacing("%2e", with: "."))
    }

    private static func components(_ line: String) -> Links.URLComponents? {
        guard let members = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
            return nil
        }
        return URLRecordTests.components(members)
    }
}
