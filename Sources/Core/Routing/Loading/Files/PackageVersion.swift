// The version of each package that a table has: as found, as it was in force, or none. So the loss of one package is no
// loss of the table. Each package is read in one of three versions:
//
//     found      as its files are on the disk
//     kept       as it was in force last, where what was found has an error; its files are kept in memory for that
//     left out   not at all, at a start, or where what was kept has an error by now
//
//     elsewhere  not at all, because it says that it is for instances of the other kind: that is no error
//
// What is left out still has its schemes and hosts, as far as its text says which: links there are answered
// `rejected.package.unavailable`, and are no other file's. Its channels keep their links and subscribers, and hand over
// nothing, until it is in force again (`ChannelHub.adopt`).
//
// Of two files that declare the same scheme, host, product or issuer, the one that is read first has it, and the other
// has an error. So files outside of packages are read first, then packages that were in force, then new ones, each in the
// order of the files. So a new package cannot take a name from one that is in force, although its file may come first.
// Packages for other instances come last, for the same reason.

package import Conf
import Contract

/// A package as it was in force last: what a reload puts in the place of files with an error.
package struct HeldPackage: Sendable {
    /// One of its files.
    struct File: Sendable {
        let name: String
        let bytes: [UInt8]
    }

    let package: TableSet.Package
    /// The file that it begins with, then those that it includes.
    let files: [File]

    /// The path of the file that it begins with: the package is the same at each reload.
    var path: String { files[0].name }
}

/// Which version of a package is read.
package struct PackageVersion: Sendable {
    /// The versions that there can be.
    enum Kind: Sendable {
        case found, kept, leftOut, elsewhere
    }

    let package: TableSet.Package
    /// The number of the file that it was found in.
    let root: Int
    /// What was in force; nil for a package that was not.
    let held: HeldPackage?
    var kind = Kind.found
    /// The number of the file that is read in its place.
    var owner: Int
    /// What is wrong with the versions that are not read.
    var errors = Diagnostics()

    /// Whether more of it is read than which scopes it has.
    var isRead: Bool { kind == .found || kind == .kept }
}

extension TableSet.Package {
    /// Whether it is for instances of the other kind.
    func isElsewhere(_ instance: Instance?) -> Bool {
        if let instances, let instance { instances != instance } else { false }
    }
}

/// What was found in the text of a package, before its statements are read.
struct PackageText: Sendable {
    var diagnostics = Diagnostics()
    /// Whether something that belongs to it could not be read.
    var isIncomplete = false
}

extension TableSet {
    /// The files in the order in which they are read, and whether no more is read than which scopes are theirs.
    var readingOrder: [(member: Member, isLeftOut: Bool)] {
        guard !packages.isEmpty else { return members.map { ($0, false) } }
        let others = Set(packages.flatMap { [$0.root, $0.owner] })
        var order = members.filter { !others.contains($0.owner) }.map { (member: $0, isLeftOut: false) }
        func add(_ version: PackageVersion) {
            let owner = version.isRead ? version.owner : version.root
            order += members.filter { $0.owner == owner }.map { ($0, !version.isRead) }
        }
        let here = packages.filter { $0.kind != .elsewhere }
        for isHeld in [true, false] { for version in here where (version.held != nil) == isHeld { add(version) } }
        for version in packages where version.kind == .elsewhere { add(version) }
        return order
    }

    /// Whether a file outside of packages says `strict-packages yes`: an error in a package refuses the table.
    var isStrict: Bool {
        members.contains { member in
            guard member.package == nil else { return false }
            let document = member.document
            return document.roots.contains { statement in
                document.hasDirective(TableDirective.strictPackages.rawValue, statement)
                    && document.arguments(of: statement) == ["yes"]
            }
        }
    }

    /// What was found in the texts that are read.
    package var textDiagnostics: Diagnostics {
        var all = diagnostics
        for version in packages where version.isRead {
            if let text = packageTexts[version.owner] { all.report(text.diagnostics) }
        }
        return all
    }

    /// Whether something that belongs to what is read could not be read itself.
    package var lacksText: Bool {
        isIncomplete || packages.contains { $0.isRead && packageTexts[$0.owner]?.isIncomplete == true }
    }

    /// The packages to replace because of errors, by their numbers; nil where an error is about none that is read.
    ///
    /// An error that is about another file too waits for a round without others: what the other file says may change.
    func packages(with errors: Diagnostics) -> Set<Int>? {
        var (numbers, meeting): (Set<Int>, Set<Int>) = ([], [])
        for error in errors.kept where error.severity == .error {
            guard members.indices.contains(error.place.file),
                let number = packages.firstIndex(where: {
                    $0.isRead && $0.owner == members[error.place.file].owner
                })
            else { return nil }
            let owner = packages[number].owner
            let isOwn = error.related.allSatisfy { members[$0.place.file].owner == owner }
            if isOwn { numbers.insert(number) } else { meeting.insert(number) }
        }
        return numbers.isEmpty ? meeting : numbers
    }

    /// Reads what was in force in the place of a package, or nothing.
    ///
    /// - Parameters:
    ///   - errors: what is wrong with the table; those of the package are kept.
    ///   - keeps: whether what was in force may be read.
    mutating func replace(_ number: Int, because errors: Diagnostics, keeps: Bool) {
        let owner = packages[number].owner
        // What is in force may have the same error by now, because of another file: it is one to mend.
        let known = packages[number].kind == .kept ? packages[number].errors.kept : []
        for error in errors.kept where error.severity == .error && members[error.place.file].owner == owner {
            guard !known.contains(where: { $0.code == error.code && $0.message == error.message }) else { continue }
            packages[number].errors.report(error)
        }
        guard keeps, packages[number].kind == .found, let held = packages[number].held else {
            packages[number].kind = .leftOut
            return
        }
        packages[number].kind = .kept
        packages[number].owner = members.count
        let kept = members.count
        var text = PackageText()
        for file in held.files {
            let document = ConfParser.parse(
                file.bytes, name: file.name, file: members.count, diagnostics: &text.diagnostics)
            members.append(
                .init(document: document, owner: kept, hash: TableRevision.hash(file.bytes), package: held.package))
        }
        packageTexts[kept] = text
    }

    /// The packages that are read, as a later reload can put them in force again.
    ///
    /// So can one that is left out because of what other files declare: it may have no error once they are changed.
    package var heldPackages: [HeldPackage] {
        packages.compactMap { version in
            switch version.kind {
            case .kept, .leftOut: return version.held
            case .elsewhere: return nil
            case .found:
                let files = members.filter { $0.owner == version.owner }.map(\.document)
                return HeldPackage(
                    package: version.package, files: files.map { .init(name: $0.name, bytes: $0.bytes) })
            }
        }
    }

    /// The packages that are not read as they were found, as messages have them.
    func reports(of sources: [SourceText]) -> [PackageReport] {
        packages.filter { $0.kind != .found }.map { version in
            PackageReport {
                ($0.name, $0.file) = (version.package.name, members[version.root].document.name)
                $0.state = version.state
                $0.instances = version.package.instances?.rawValue
                $0.errors = version.errors.errorCount
                $0.firstError = version.errors.inOrder.first?.report(in: sources)
            }
        }
    }
}

extension PackageVersion {
    /// Its state where it is not read as it was found.
    fileprivate var state: PackageReport.State {
        switch kind {
        case .kept: .kept
        case .found, .leftOut: .leftOut
        case .elsewhere: .otherInstance
        }
    }
}
