internal import Conf

/// Makes a table of the intent filters of an AndroidManifest.xml.
struct AndroidImport {
    private let options: ImportOptions
    private var table: LinkTable
    private var actions: Set<String> = []

    /// Reads a manifest.
    static func table(of bytes: [UInt8], _ options: ImportOptions) throws(AppLinkError) -> LinkTable {
        let manifest = try AndroidManifest(bytes, values: options.values)
        var reading = AndroidImport(options: options, table: LinkTable(source: "an AndroidManifest.xml"))
        reading.table.feature =
            manifest.package?.split(separator: ".").last.flatMap { LinkTable.slug(String($0), lowercased: false) }
            ?? "Links"
        for text in manifest.unresolved {
            reading.table.losses.add(
                .narrower, text, "its value is not in the file: give it with --value NAME=TEXT, or import what it names"
            )
        }
        for filter in manifest.filters { reading.add(filter) }
        guard !reading.table.routes.isEmpty else {
            throw AppLinkError(
                "no intent filter takes links",
                help: "one has the action VIEW, the category BROWSABLE, and a `data` with a scheme")
        }
        return reading.table
    }

    private mutating func add(_ filter: IntentFilter) {
        let place = "\(filter.activity) (line \(filter.line))"
        for text in filter.ignored { table.losses.add(.narrower, text, "\(place): it is not read") }
        guard filter.takesLinks else { return }
        if filter.isIncomplete, filter.hosts.isEmpty || filter.paths.isEmpty {
            return table.losses.add(.narrower, place, "it is not read, because one of its values is not in the file")
        }
        guard !filter.hasType else {
            return table.losses.add(.narrower, place, "it asks for a type, which a link that is clicked does not have")
        }
        let (web, custom) = (filter.schemes.filter(Self.isWeb), filter.schemes.filter { !Self.isWeb($0) })
        addWeb(filter, web, place)
        addCustom(filter, custom, place)
    }

    private static func isWeb(_ scheme: String) -> Bool { scheme == "http" || scheme == "https" }

    // MARK: Links of the web

    private mutating func addWeb(_ filter: IntentFilter, _ schemes: [String], _ place: String) {
        guard !schemes.isEmpty else { return }
        var scopes: [TableScope] = []
        for host in filter.hosts.isEmpty ? ["*"] : filter.hosts {
            guard host.prefix(while: { $0 != ":" }) != "*" else {
                table.losses.add(.narrower, place, "it takes the web links of every host, and a table names its hosts")
                continue
            }
            // A star of Android stands for any number of labels.
            let name = host.hasPrefix("*.") ? "*" + host : host.hasPrefix("*") ? "**." + host.dropFirst() : host
            for scheme in schemes {
                if let scope = TableScope(host: (scheme == "http" ? "http://" : "") + name) {
                    if !scopes.contains(scope) { scopes.append(scope) }
                } else {
                    table.losses.add(.narrower, host, "\(place): it is no host that a table can name")
                }
            }
            if !host.contains(":") {
                table.losses.add(.narrower, host, "a link that names another port than the usual one is not taken")
            }
        }
        guard !scopes.isEmpty else { return }
        let globs = globs(filter, prefix: [], place)
        add(globs.isEmpty && filter.paths.isEmpty ? [PathGlob(tokens: [.byte(0x2F), .run])] : globs, scopes, filter)
    }

    // MARK: Links of an app

    private mutating func addCustom(_ filter: IntentFilter, _ schemes: [String], _ place: String) {
        var scopes: [TableScope] = []
        for scheme in schemes {
            if let scope = TableScope(scheme: scheme) {
                if !scopes.contains(scope) { scopes.append(scope) }
            } else {
                table.losses.add(.narrower, scheme, "\(place): it is no scheme that a table can name")
            }
        }
        guard !scopes.isEmpty else { return }
        // Without a host no path is looked at.
        guard !filter.hosts.isEmpty else {
            return add([PathGlob(tokens: [.byte(0x2F), .run])], scopes, filter)
        }
        for host in filter.hosts {
            guard !host.contains(":") else {
                table.losses.add(.narrower, host, "a link of an app's scheme has no port")
                continue
            }
            // The host is the first segment of such a link.
            let isAny = host.hasPrefix("*")
            let prefix =
                [GlobToken.byte(0x2F)] + (isAny ? [.filled] : []) + host.drop { $0 == "*" }.utf8.map { .byte($0) }
            var globs = globs(filter, prefix: prefix, place)
            if globs.isEmpty, filter.paths.isEmpty {
                globs = [PathGlob(tokens: prefix), PathGlob(tokens: prefix + [.byte(0x2F), .run])]
            }
            add(globs, scopes, filter)
            if host.contains(where: { $0.isLetter }) {
                table.losses.add(.narrower, host, "the case of letters counts in the host of an app's link")
            }
        }
    }

    // MARK: Paths

    private mutating func globs(_ filter: IntentFilter, prefix: [GlobToken], _ place: String) -> [PathGlob] {
        var globs: [PathGlob] = []
        for rule in filter.paths {
            let (found, isWidened) = AndroidGlob.globs(rule)
            if found.isEmpty { table.losses.add(.dropped, rule.text, "\(place): no path begins like this") }
            if isWidened { table.losses.add(.wider, rule.text, "a repeated character or a class has become any text") }
            globs += found.map { PathGlob(tokens: prefix + $0.tokens) }
        }
        return globs
    }

    private mutating func add(_ globs: [PathGlob], _ scopes: [TableScope], _ filter: IntentFilter) {
        let action = self.action(filter.activity)
        for scope in scopes where !table.scopes.contains(scope) { table.scopes.append(scope) }
        for glob in globs {
            let (patterns, notes) = glob.patterns(depth: options.depth, takesParent: false, in: &table)
            let subject = PathGlob.text(glob.tokens)
            if let depth = notes.depth {
                table.losses.add(
                    .narrower, subject,
                    "a star inside the path stands for \(DiagnosticSummary.count(depth, "segment")) at most")
            }
            if let segment = notes.widened { table.losses.add(.wider, subject, "`\(segment)` has become any text") }
            if notes.hasOne { table.losses.add(.narrower, subject, "one character is no slash") }
            let name = table.routeName(patterns.first ?? "/")
            table.routes.append(LinkRoute(name: name, patterns: patterns, scopes: scopes, action: action))
        }
    }

    /// The action of an activity: `.PlayerActivity` gives `playeractivity`.
    private mutating func action(_ activity: String) -> String {
        let name = activity.split(separator: ".").last.flatMap { LinkTable.slug(String($0)) } ?? "open"
        if actions.insert(name).inserted { table.actions.append(LinkAction(name: name)) }
        return name
    }
}
