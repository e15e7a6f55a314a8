import Conf
package import Contract
import HostSystem
package import Routing

/// The files or folders of a table, read again at each reload.
package struct TableSource: Sendable {
    /// Which files are asked for.
    package enum Origin: Equatable, Sendable {
        /// These, each the owner of its scopes; `-` is standard input where the table is not served.
        case files([String])
        /// What is found in these folders; see `TableLookup`.
        case folders([TableFolder])
    }

    /// What was read, and how it was found; nil where the files were named.
    package struct Reading {
        package fileprivate(set) var set: TableSet
        package let lookup: TableLookup?

        package init(set: TableSet, lookup: TableLookup? = nil) { (self.set, self.lookup) = (set, lookup) }
    }

    package let origin: Origin
    package let purpose: TablePurpose
    /// The capabilities of the program, whose words the table can have.
    package let wings: WingList
    /// The kind of the daemon that is to serve the table; nil for any.
    package let instance: Instance?
    /// Where another system's tree begins, to read its tables; empty for this one's.
    package let root: String
    /// Whether actions may reach other machines.
    package var allowsNetwork = true
    /// True where the table is read for the start of a daemon: none is in force that could stay.
    package var isForStart = false
    /// Drop-ins that are not in their places yet, by the paths of these.
    package private(set) var proposals: [String: ProposedDropIn] = [:]

    package init(
        _ origin: Origin, purpose: TablePurpose, wings: WingList, instance: Instance? = nil, root: String = ""
    ) {
        self.wings = wings
        self.origin = origin
        self.purpose = purpose
        self.instance = instance
        self.root = root
    }

    /// The table of a daemon of this user: the files that it was started with, or else what is installed for it.
    ///
    /// An instance of root is one of the system: it looks into no folder of a user.
    ///
    /// - Parameters:
    ///   - environment: that of the daemon.
    package init(
        served files: [String], by instance: Instance, environment: [String: String], allowsPrograms: Bool,
        wings: WingList
    ) {
        let isRoot = HostFacts.userID == 0
        let instance = isRoot ? .system : instance
        let folders = TableLocations.folders(of: instance, environment: isRoot ? [:] : environment)
        self.init(
            files.isEmpty ? .folders(folders) : .files(files),
            purpose: .serving(allowsPrograms: allowsPrograms), wings: wings, instance: instance)
    }

    /// The same table with drop-ins that are not in their places yet; those are in the folder of drop-ins that goes first.
    ///
    /// No-op for files that were named.
    package func proposing(_ dropIns: [ProposedDropIn]) -> TableSource {
        guard case .folders(let folders) = origin, let first = folders.first else { return self }
        var source = self
        for dropIn in dropIns {
            source.proposals["\(root)\(first.path)/\(TableLocations.dropInName)/\(dropIn.name)"] = dropIn
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
        var environment = LoadEnvironment(host: purpose, wings: wings, root: root)
        environment.instance = instance
        environment.allowsNetwork = allowsNetwork
        environment.caseSeverity = purpose.caseSeverity(isStarting: isForStart)
        environment.hasSession = instance != .system || isStartedByHand
        if case .folders(let folders) = origin {
            let ofUsers = folders.filter { $0.kind != .machine }.map { $0.below(root).path + "/" }
            environment.isForUsersAlone = { path in ofUsers.contains { path.hasPrefix($0) } }
        }
        if !proposals.isEmpty { environment.propose(proposals) }
        return environment
    }

    /// True for a daemon that root has started by hand, maybe in a session.
    private var isStartedByHand: Bool {
        guard case .serving(allowsPrograms: true) = purpose else { return false }
        return HostFacts.userID == 0
    }

    /// Reads all files of the table.
    ///
    /// - Parameter held: the packages in force.
    package func read(held: [HeldPackage] = []) -> Reading {
        switch origin {
        case .files(let paths):
            var collector = TableCollector(environment, held: held)
            for path in paths { add(path, to: &collector) }
            return Reading(set: collector.finish())
        case .folders(let folders):
            let folders = folders.map { $0.below(root) }
            let reading = read(folders, held: held)
            guard let place = refusalOfUserInstances(folders, reading) else { return reading }
            var own = read(folders.filter { $0.kind == .own }, held: held, isRequired: false)
            own.set.withheldBy = place
            return own
        }
    }

    private func read(_ folders: [TableFolder], held: [HeldPackage], isRequired: Bool = true) -> Reading {
        let environment = environment
        var collector = TableCollector(environment, held: held)
        let lookup = TableLookup(folders, purpose: purpose, environment: environment, proposals: proposals)
        for (path, fault) in lookup.faults { collector.add(fault, at: path) }
        for path in lookup.paths { collector.add(path: path, isNamed: false) }
        if instance == .system { for path in pathsForUsers(environment) { collector.add(forUsers: path) } }
        for doubt in lookup.doubts { collector.add(doubt: doubt) }
        for (_, fault) in lookup.leftOut { collector.add(leftOut: fault) }
        if isRequired, lookup.paths.isEmpty, lookup.faults.isEmpty {
            for (path, fault) in lookup.leftOut { collector.add(fault, at: path) }
            if lookup.leftOut.isEmpty { collector.add(.noTable(lookup), at: lookup.candidates.first ?? "") }
        }
        return Reading(set: collector.finish(), lookup: lookup)
    }

    /// The drop-ins of the machine that user instances alone read.
    private func pathsForUsers(_ environment: LoadEnvironment) -> [String] {
        let folders = TableLocations.folders(of: .user, environment: [:]).filter { $0.kind != .data }.map {
            $0.below(root)
        }
        let ofUsers = folders.filter { $0.kind == .machineForUsers }.map { $0.path + "/" }
        return TableLookup(folders, purpose: purpose, environment: environment).paths.filter { path in
            ofUsers.contains { path.hasPrefix($0) }
        }
    }

    /// Where a table of the machine keeps user instances from all of the machine's; nil where none does.
    ///
    /// A file of the user that replaces one of the machine replaces nothing of that, so the machine's folders are looked
    /// through by themselves.
    private func refusalOfUserInstances(_ folders: [TableFolder], _ reading: Reading) -> String? {
        guard instance == .user, let lookup = reading.lookup else { return nil }
        let environment = environment
        let machine = folders.filter { $0.kind == .machine }
        let files = Set(TableLookup(machine, purpose: purpose, environment: environment).paths)
        if let place = reading.set.refusalOfUserInstances(in: files) { return place }
        var collector = TableCollector(environment)
        for path in files.subtracting(lookup.paths).sorted() { collector.add(path: path, isNamed: false) }
        return collector.finish().refusalOfUserInstances(in: files)
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
