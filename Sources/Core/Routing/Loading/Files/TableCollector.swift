// Files and what they include → the files of one table. A file is read once, also where two names lead to it: a second reading could
// only declare everything twice, so it is an error that says where the first is. Everything is bounded over all files
// together: their bytes, their number, their statements, and how deep they include each other.

import Conf
import Contract

/// Reads files with everything that they include.
package struct TableCollector {
    /// A file that is being read, and the words that include it.
    private struct Link {
        let file: TableFile
        let place: SourceRange?
    }

    /// A file that no other includes.
    private struct Root {
        let number: Int
        /// Whether it was named, and not found in a folder of tables.
        let isNamed: Bool
        /// Whether it, or a file that it includes, has a statement besides `include`, or an error in its place.
        let declares: Bool
    }

    let environment: LoadEnvironment
    /// True where the files are those of a table that is compared, whose own `shadow` says nothing.
    var isShadow = false
    /// The packages in force, by the paths of their files.
    let held: [String: HeldPackage]
    var set = TableSet()
    private var roots: [Root] = []
    var numbers: [TableFile.Identity: Int] = [:]
    private var chain: [Link] = []
    var usage = TableUsage()
    /// What was used up before the package that is being read; nil outside of packages.
    var usageBefore: TableUsage?
    var isFull = false
    /// The instances that the packages being read are for, in the place of their own lines; nil where those count.
    var audience: Instance?
    /// By file, the number after the last file that it includes.
    var ends: [Int: Int] = [:]

    /// - Parameter held: the packages in force; a file that was one of them, and cannot be read, still is.
    package init(_ environment: LoadEnvironment, held: [HeldPackage] = []) {
        self.environment = environment
        self.held = Dictionary(held.map { ($0.path, $0) }) { first, _ in first }
    }

    /// Hands over what was read, where it declares anything; a table that declares nothing is an error.
    package consuming func finish() -> TableSet {
        var collector = self
        collector.refuseEmptyTables()
        if !collector.isShadow { collector.set.shadow = collector.readShadow() }
        return collector.set
    }

    /// Refuses a table that declares nothing: a file that is written in place is empty for a moment, and in force it would
    /// refuse every link.
    ///
    /// A file that was named must declare something by itself. Of files that were found one is enough: packages ship main
    /// files of comments, and the administrator's routes stand in drop-ins.
    private mutating func refuseEmptyTables() {
        let empty = roots.filter { !$0.declares }
        let isMissing = set.rootFaults.isEmpty && empty.count == roots.count
        for root in empty where root.isNamed || isMissing && root.number == empty.first?.number {
            let outer = beginText()
            defer { endText(of: root.number, outer) }
            report(
                .emptyTable, Self.start(of: root.number), "the table declares nothing: every link would be refused",
                help: "write its routes; to change a table that is in use, rename a complete file over it")
        }
    }

    // MARK: Files that were named, or found

    /// Reads a file and what it includes.
    ///
    /// - Parameter isNamed: whether the file was asked for by name; else it was found in a folder of tables.
    package mutating func add(path: String, isNamed: Bool = true) {
        do {
            // Files before this one leave room for a package in any case; it is refused as such where it has too much.
            let room = max(usage.room, Limits.tableBytes / Limits.fullPackages)
            add(try environment.file(path, room), isNamed: isNamed)
        } catch {
            add(error, at: path)
        }
    }

    /// Takes a file and reads what it includes.
    package mutating func add(_ file: TableFile, isNamed: Bool = true) {
        if let identity = file.identity, let first = numbers[identity], !isTakenByPackage(first) {
            let place = appendEmpty(file.name)
            return report(
                .includedTwice, place, "this is the file `\(set.members[first].document.name)` again",
                help: "remove one of the names", related: Self.note(first))
        }
        let outer = beginText()
        let (number, errors) = (set.members.count, set.diagnostics.errorCount)
        let usageAround = usage
        defer { endText(of: number, outer) }
        take(file, owner: number, from: nil)
        endPackage(usageAround)
        // A package for users declares nothing for this instance.
        guard audience == nil else { return }
        let declares = set.members[number...].contains { member in
            member.document.roots.contains { statement in
                let others: [TableDirective] = [.include, .package, .shadow]
                return !others.contains { member.document.hasDirective($0.rawValue, statement) }
            }
        }
        // What could not be read may be what it declares.
        roots.append(Root(number: number, isNamed: isNamed, declares: declares || set.diagnostics.errorCount > errors))
    }

    /// Takes note of a file that cannot be read.
    package mutating func add(_ fault: TableFault, at path: String) {
        set.rootFaults.append(fault)
        let (outer, place) = (beginText(), appendEmpty(path))
        if let held = held[path] { enter(held.package, place.file) }
        usageBefore = nil
        report(fault, place)
        endText(of: place.file, outer)
    }

    /// Takes note of a folder or file that says which files are read and that the daemon would refuse.
    ///
    /// The warning stands at the first file: a folder has no text.
    package mutating func add(doubt: String) {
        if !set.members.isEmpty { warn(doubt, Self.start(of: 0)) }
    }

    private mutating func appendEmpty(_ name: String) -> SourceRange {
        let number = set.members.count
        let document = ConfDocument(empty: name, file: number)
        set.members.append(.init(document: document, owner: number, hash: TableRevision.hash([])))
        return Self.start(of: number)
    }

    static func start(of file: Int) -> SourceRange { SourceRange(file: file, offset: 0, length: 1) }

    private static func note(_ first: Int) -> [Diagnostic.Related] {
        [.init(place: start(of: first), note: "it was read here")]
    }

    // MARK: Any file

    private mutating func take(_ file: TableFile, owner: Int, from place: SourceRange?) {
        let number = set.members.count
        if let identity = file.identity { numbers[identity] = number }
        let errors = set.diagnostics.errorCount
        let document = ConfParser.parse(file.bytes, name: file.name, file: number, diagnostics: &set.diagnostics)
        // A text that is not read to its end, or not at all, would have declared what others name.
        if set.diagnostics.errorCount > errors, document.isPartial { set.isIncomplete = true }
        set.members.append(.init(document: document, owner: owner, hash: TableRevision.hash(file.bytes)))
        defer {
            chain.removeLast()
            ends[number] = set.members.count
        }
        if owner != number {
            set.members[number].package = set.members[owner].package
        } else if let name = document.packageName {
            enter(.init(name: name, groupID: file.groupID, instances: audience ?? document.instances), number)
        } else if set.diagnostics.errorCount > errors, let held = held[file.name] {
            enter(held.package, number)
        }
        if let doubt = file.doubt { warn(doubt, Self.start(of: number)) }
        chain.append(Link(file: file, place: place))
        usage.add(document)
        guard isWithinLimits(document) else { return }
        for statement in document.roots where document.hasDirective(TableDirective.include.rawValue, statement) {
            include(statement, of: document, owner: owner)
        }
    }

    private mutating func isWithinLimits(_ document: ConfDocument) -> Bool {
        let place = Self.start(of: document.file)
        if let usageBefore, usage.subtracting(usageBefore).isOver(part: Limits.fullPackages) {
            let part = Limits.fullPackages
            refuseMore(
                place,
                "the package has more than \(Limits.tableBytes / part) bytes, \(Limits.tableFiles / part) files, "
                    + "\(Limits.tableStatements / part) statements or \(Limits.tableWords / part) words",
                help: "make it smaller, or take its `package` line away")
            return false
        }
        guard usage.isOver(part: 1) else { return true }
        refuseMore(
            place,
            "the files up to this one have more than \(Limits.tableBytes) bytes, \(Limits.tableStatements) statements "
                + "or \(Limits.tableWords) words")
        return false
    }

    private mutating func refuseMore(_ place: SourceRange, _ message: String, help: String = "split the table") {
        guard !isFull else { return }
        isFull = true
        report(.tooMany, place, message, help: help)
    }

    // MARK: Includes

    /// Reads the files that one `include` names; the reader of the statements reports one that is not well-formed.
    private mutating func include(_ statement: Int, of document: ConfDocument, owner: Int) {
        let form = document.statements[statement]
        guard !form.isDamaged, !form.hasBlock, form.wordCount == 2, !isFull else { return }
        let place = document.place(1, of: statement)
        guard chain.count <= Limits.includeDepth else {
            return report(
                .includeTooDeep, place, "files include each other more than \(Limits.includeDepth) deep",
                help: "include the file from one further up", related: chainNotes(from: 1))
        }
        let text = document.text(of: document.word(1, of: statement))
        do {
            let pattern = try IncludePattern(text, in: document.name, root: environment.root)
            include(pattern, text, at: place, owner: owner)
        } catch {
            report(.badGlob, place, "`\(text)` cannot be included: \(error.sentence)", help: error.help)
        }
    }

    private mutating func include(_ pattern: IncludePattern, _ text: String, at place: SourceRange, owner: Int) {
        var doubts: [String] = []
        let paths: [String]
        do {
            paths = try pattern.paths(environment, doubts: &doubts)
        } catch {
            return report(error, place)
        }
        for doubt in doubts { warn(doubt, place) }
        var absentCount = 0
        for path in paths {
            guard !isFull else { return }
            guard usage.files < Limits.tableFiles else {
                return refuseMore(place, "the table has more than \(Limits.tableFiles) files")
            }
            do {
                include(try environment.file(path, usage.room), at: place, owner: owner)
            } catch {
                if error.isAbsent, !pattern.endsInGlob { absentCount += 1 } else { report(error, place) }
            }
        }
        guard absentCount == paths.count else { return }
        set.diagnostics.report(
            .nothingIncluded, at: place, "no file matches `\(text)`",
            help: "a relative path begins in the folder of the file that includes")
    }

    private mutating func include(_ file: TableFile, at place: SourceRange, owner: Int) {
        guard let identity = file.identity, let first = numbers[identity], !isOther(first, than: owner) else {
            return take(file, owner: owner, from: place)
        }
        guard let position = chain.firstIndex(where: { $0.file.identity == identity }) else {
            return report(
                .includedTwice, place, "the file `\(file.name)` is read already", help: "remove one of the two",
                related: Self.note(first))
        }
        let names = chain[position...].map { "`\($0.file.name)`" } + ["`\(file.name)`"]
        report(
            .includeCycle, place, "the files include each other in a circle: " + names.joined(separator: ", "),
            help: "remove one `include`", related: chainNotes(from: position + 1))
    }

    /// Where each file that is being read, from one of the chain on, is included.
    private func chainNotes(from position: Int) -> [Diagnostic.Related] {
        chain.dropFirst(position).compactMap { link in
            link.place.map { .init(place: $0, note: "includes `\(link.file.name)`") }
        }
    }

    /// Says what the daemon would refuse, where it is read all the same.
    private mutating func warn(_ doubt: String, _ place: SourceRange) {
        set.diagnostics.report(
            Diagnostic(
                code: .untrustedFile, severity: environment.doubtSeverity, place: place, message: doubt,
                help: "the daemon refuses it: it must be root's or the daemon's, and writable by its owner alone"))
    }

    private mutating func report(_ fault: TableFault, _ place: SourceRange) {
        report(fault.code, place, fault.message, help: fault.help)
    }

    mutating func report(
        _ code: DiagnosticCode, _ place: SourceRange, _ message: String, help: String,
        related: [Diagnostic.Related] = []
    ) {
        set.isIncomplete = true
        set.diagnostics.report(code, at: place, message, help: help, related: related)
    }
}
