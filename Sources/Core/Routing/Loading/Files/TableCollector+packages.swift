// Keeps the diagnostics of each package apart, so that an error in one is no error of the table, and many errors in one
// hide none of another. The limits of a table are shared out among its packages too.

import Conf
import Contract

extension TableCollector {
    /// Takes the scopes of a package in a folder that user instances alone read, so that its links are answered with what to
    /// start; the rest of the file is theirs to judge.
    package mutating func add(forUsers path: String) {
        var ignored = Diagnostics()
        // ignored: what cannot be read is no table of this instance.
        guard let file = try? environment.file(path, usage.room),
            file.identity.map({ numbers[$0] == nil }) ?? true,
            ConfParser.parse(file.bytes, name: file.name, file: 0, diagnostics: &ignored).packageName != nil
        else { return }
        audience = .user
        add(file, isNamed: false)
        audience = nil
    }

    /// Takes note of a folder or file that is left out, because the daemon does not trust it or cannot read it.
    ///
    /// The warning stands at the first file.
    package mutating func add(leftOut fault: TableFault) {
        guard !set.members.isEmpty else { return }
        set.diagnostics.report(
            Diagnostic(
                code: fault.code, severity: .warning, place: Self.start(of: 0),
                message: fault.message + ", so it is left out",
                help: fault.help))
    }

    /// Sets apart what is found from here on.
    mutating func beginText() -> PackageText {
        let outer = PackageText(diagnostics: set.diagnostics, isIncomplete: set.isIncomplete)
        (set.diagnostics, set.isIncomplete) = (Diagnostics(), false)
        return outer
    }

    /// Adds what was found to the package of a file, or to what concerns the whole table.
    mutating func endText(of root: Int, _ outer: PackageText) {
        let found = PackageText(diagnostics: set.diagnostics, isIncomplete: set.isIncomplete)
        (set.diagnostics, set.isIncomplete) = (outer.diagnostics, outer.isIncomplete)
        if set.members[root].package == nil {
            set.diagnostics.report(found.diagnostics)
            set.isIncomplete = set.isIncomplete || found.isIncomplete
        } else {
            set.packageTexts[root, default: PackageText()].diagnostics.report(found.diagnostics)
            if found.isIncomplete { set.packageTexts[root]?.isIncomplete = true }
        }
    }

    /// Takes note that a file that no other includes is a package.
    mutating func enter(_ package: TableSet.Package, _ root: Int) {
        set.members[root].package = package
        usageBefore = usage
        set.packages.append(
            PackageVersion(
                package: package, root: root, held: held[set.members[root].document.name],
                kind: package.isElsewhere(environment.instance) ? .elsewhere : .found, owner: root))
    }

    /// Lets go of the limits of a package; one that is over them is left out, and takes no room from others.
    mutating func endPackage(_ around: TableUsage) {
        guard usageBefore != nil else { return }
        if isFull { (usage, isFull) = (around, false) }
        usageBefore = nil
    }

    /// Whether a package includes a file that is one by itself: that is an error of the package, and the file is read.
    mutating func isTakenByPackage(_ first: Int) -> Bool {
        let owner = set.members[first].owner
        guard owner != first, set.members[owner].package != nil else { return false }
        let outer = beginText()
        set.disown(first..<(ends[first] ?? first + 1))
        report(
            .includedTwice, Self.start(of: first),
            "the file `\(set.members[first].document.name)` is no part of the package: it is found by itself",
            help: "remove the `include` of it")
        endText(of: owner, outer)
        return true
    }

    /// Whether a file was included by another package, which can then not keep this one from including it.
    func isOther(_ first: Int, than owner: Int) -> Bool {
        let reader = set.members[first].owner
        guard reader != owner, reader != first else { return false }
        return set.members[first].package != nil || set.members[owner].package != nil
    }
}
