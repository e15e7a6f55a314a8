// The texts of a table in force, so that another program can load exactly this table, whatever the files say by now:
//
//     0  /etc/deeplinkd/routes.conf            owner 0
//     1  /etc/deeplinkd/shared.conf            owner 0   included by the first
//     2  /etc/deeplinkd/routes.conf.d/50.conf  owner 2   package shop
//     3  /etc/deeplinkd/routes.conf.d/60.conf  owner 3   package news, left out: only its schemes and hosts are read
//
// A package that is kept has the text that was in force last. Files are not looked up again: what was included is here.

import Conf
import Contract

/// One file of a table, as it is in force.
package struct TableText: Equatable, Sendable {
    /// The path by which it was read.
    package var name: String
    /// As they were read; not always UTF-8 where the package is left out.
    package var bytes: [UInt8]
    /// The place in the list of the file that it belongs to: its own, or that of the file that includes it.
    package var owner: Int
    /// The package of its owner; nil outside of packages.
    package var package: String?
    /// Whether only its schemes and hosts are read, because its package has errors.
    package var isLeftOut: Bool
    /// Whether its package is for instances of the other kind.
    package var isElsewhere: Bool

    /// A file of its own, in no package, unless the parameters say otherwise.
    package init(
        name: String, bytes: [UInt8], owner: Int, package: String? = nil, isLeftOut: Bool = false,
        isElsewhere: Bool = false
    ) {
        (self.name, self.bytes, self.owner) = (name, bytes, owner)
        (self.package, self.isLeftOut, self.isElsewhere) = (package, isLeftOut, isElsewhere)
    }

    /// Whether it is in force, or kept as it was.
    package var isInForce: Bool { !isLeftOut && !isElsewhere }
}

extension TableSet {
    /// The texts in the order in which they are read.
    package var texts: [TableText] {
        let order = readingOrder
        let places = Dictionary(
            order.enumerated().map { ($1.member.document.file, $0) }, uniquingKeysWith: { first, _ in first })
        return order.enumerated().map { place, entry in
            TableText(
                name: entry.member.document.name, bytes: entry.member.document.bytes,
                owner: places[entry.member.owner] ?? place, package: entry.member.package?.name,
                isLeftOut: entry.isLeftOut && !isElsewhere(entry.member.owner),
                isElsewhere: isElsewhere(entry.member.owner))
        }
    }

    /// The table of texts, in their order.
    ///
    /// - Parameter texts: those of a table in force; the owner of each stands at its place or before it.
    package init(_ texts: [TableText]) {
        self.init()
        for (number, text) in texts.enumerated() {
            let owner = (0...number).contains(text.owner) ? text.owner : number
            // What is wrong with the text of a package that is left out is no news.
            var found = Diagnostics()
            let document = ConfParser.parse(text.bytes, name: text.name, file: number, diagnostics: &found)
            // One without a line lies in a folder for users.
            let instances = document.instances ?? (text.isElsewhere ? .user : nil)
            let package = text.package.map { Package(name: $0, groupID: nil, instances: instances) }
            members.append(
                Member(document: document, owner: owner, hash: TableRevision.hash(text.bytes), package: package))
            if text.isInForce { diagnostics.report(found) }
            guard let package, owner == number else { continue }
            var version = PackageVersion(package: package, root: number, held: nil, owner: number)
            if !text.isInForce { version.kind = text.isElsewhere ? .elsewhere : .leftOut }
            packages.append(version)
        }
    }
}
