// Tables for one kind of instance:
//
//     package rezept        /usr/lib/deeplinkd/routes.conf.d/rezept.conf
//     instances user        the system instance leaves the package out, and that is no fault
//
//     user-instances no     /etc/deeplinkd/routes.conf
//                           user instances serve no table of the machine, their users' own alone

import Conf
package import Contract

extension TableSet {
    /// A package for instances of the other kind.
    package struct Elsewhere: Equatable, Sendable {
        package let name: String
        /// The path of the file that it begins with.
        package let file: String
        package let instances: Instance
    }

    /// The packages for instances of the other kind, in the order of their files.
    package var elsewhere: [Elsewhere] {
        packages.compactMap { version in
            guard version.kind == .elsewhere, let instances = version.package.instances else { return nil }
            return Elsewhere(
                name: version.package.name, file: members[version.root].document.name, instances: instances)
        }
    }

    /// Whether a file begins a package for instances of the other kind.
    func isElsewhere(_ owner: Int) -> Bool {
        packages.contains { $0.kind == .elsewhere && $0.root == owner }
    }

    /// Where one of some files, or a file that it includes, says `user-instances no`; nil where none does.
    ///
    /// - Parameter files: the paths of files that no other includes; what packages say does not count.
    ///
    /// *Shape*: `/etc/deeplinkd/routes.conf:3`.
    package func refusalOfUserInstances(in files: Set<String>) -> String? {
        for member in members where member.package == nil && files.contains(members[member.owner].document.name) {
            guard let found = member.document.argument(of: .userInstances), found.text == "no" else { continue }
            return SourceText(member.document).place(of: member.document.place(of: found.statement))
        }
        return nil
    }
}

extension SourceText {
    /// *Shape*: `routes.conf:3`.
    fileprivate func place(of range: SourceRange) -> String { "\(name):\(position(of: range.offset).line)" }
}
