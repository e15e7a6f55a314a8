import Conf
import Contract
import HostSystem
package import Routing

/// Where a table comes from, to be read again at every reload.
package struct TableSource: Sendable {
    /// Which files are asked for.
    package enum Origin: Equatable, Sendable {
        /// These, each the owner of its scopes; `-` is standard input where the table is not served.
        case files([String])
        /// What is found in these folders; see `TableLookup`.
        case folders([String])
    }

    /// What was read, and how it was found; nil where the files were named.
    package struct Reading {
        package let set: TableSet
        package let lookup: TableLookup?

        package init(set: TableSet, lookup: TableLookup? = nil) { (self.set, self.lookup) = (set, lookup) }
    }

    package let origin: Origin
    package let purpose: TablePurpose
    /// Where another system's tree begins, to read its tables; empty for this one's.
    package let root: String
    /// Drop-ins that are not in their places yet, by the paths of these.
    package private(set) var proposals: [String: ProposedDropIn] = [:]

    package init(_ origin: Origin, purpose: TablePurpose, root: String = "") {
        self.origin = origin
        self.purpose = purpose
        self.root = root
    }

    /// The table of a daemon: the files that it was started with, or else what is installed for it.
    ///
    /// - Parameters:
    ///   - environment: that of the daemon.
    ///   - isSystemInstance: whether it looks into no folder of a user.
    package init(
        served files: [String], environment: [String: String], isSystemInstance: Bool, allowsPrograms: Bool,
        view: DaemonView = .ofThisProcess
    ) {
        let folders = TableLocations.folders(environment: environment, isSystemInstance: isSystemInstance)
        self.init(
            files.isEmpty ? .folders(folders) : .files(files),
            purpose: .serving(allowsPrograms: allowsPrograms, view: view))
    }

    /// The same table with drop-ins that are not in their places yet; those are in the folder of drop-ins that goes first.
    ///
    /// No-op for files that were named.
    package func proposing(_ dropIns: [ProposedDropIn]) -> TableSource {
        guard case .folders(let folders) = origin, let first = folders.first else { return self }
        var source = self
        for dropIn in dropIns {
            source.proposals["\(root)\(first)/\(TableLocations.dropInName)/\(dropIn.name)"] = dropIn
        }
        return source
    }

    /// Reads and loads the table; blocks, so a daemon that serves does it on the thread pool.
    package func load() -> RulesetLoader.Result { RulesetLoader.load(read().set, environment: environment) }

    /// Reads and loads the table, and reads packages with an error as they were in force, or not at all; blocks.
    ///
    /// - Parameter held: the packages in force.
    package func load(keeping held: [HeldPackage]) -> RulesetLoader.Result {
        RulesetLoader.loadWithoutFaultyPackages(read(held: held).set, environment: environment)
    }

    /// What loading may ask of the machine.
    package var environment: LoadEnvironment {
        var environment = LoadEnvironment(host: purpose, root: root)
        if !proposals.isEmpty { environment.propose(proposals) }
        return environment
    }

    /// Reads all files of the table.
    ///
    /// - Parameter held: the packages in force.
    package func read(held: [HeldPackage] = []) -> Reading {
        let environment = environment
        var collector = TableCollector(environment, held: held)
        switch origin {
        case .files(let paths):
            for path in paths { add(path, to: &collector) }
            return Reading(set: collector.finish())
        case .folders(let folders):
            let lookup = TableLookup(
                folders.map { root + $0 }, purpose: purpose, environment: environment, proposals: proposals)
            for (path, fault) in lookup.faults { collector.add(fault, at: path) }
            for path in lookup.paths { collector.add(path: path, isNamed: false) }
            for doubt in lookup.doubts { collector.add(doubt: doubt) }
            if lookup.paths.isEmpty, lookup.faults.isEmpty {
                collector.add(.noTable(lookup), at: lookup.candidates.first ?? "")
            }
            return Reading(set: collector.finish(), lookup: lookup)
        }
    }

    private func add(_ path: String, to collector: inout TableCollector) {
        guard path == "-", !purpose.refusesUntrusted else { return collector.add(path: path) }
        do {
            collector.add(
                TableFile(name: "<stdin>", bytes: try FileReader.readStandardInput(byteLimit: Limits.tableBytes)))
        } catch {
            collector.add(TableFault(error, path, byteLimit: Limits.tableBytes), at: "<stdin>")
        }
    }
}

extension TableFault {
    fileprivate static func noTable(_ lookup: TableLookup) -> TableFault {
        let mask = lookup.entries.first { $0.fate == .masks }
        return TableFault(
            .unreadableFile,
            mask.map { "every route table is masked, as by \($0.path)" }
                ?? "there is no route table at " + lookup.candidates.joined(separator: ", "),
            help: "write one, or name one with -f FILE", isAbsent: true)
    }
}
