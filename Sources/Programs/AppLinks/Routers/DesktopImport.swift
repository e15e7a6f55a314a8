internal import DesktopEntries
internal import Routing

/// Makes a table of a desktop entry: each of its schemes starts its app with the link.
struct DesktopImport {
    private static let group = "Desktop Entry"
    private static let handler = "x-scheme-handler/"

    /// Reads an entry.
    ///
    /// - Parameter file: its name, which is the id of the app.
    static func table(of bytes: [UInt8], named file: String, _ options: ImportOptions) throws(AppLinkError) -> LinkTable
    {
        let entry = KeyFile(bytes)
        if let fault = entry.fault { throw AppLinkError(fault.reason, at: .init(line: fault.line)) }
        guard entry.text("Type", of: group) == "Application" else {
            throw AppLinkError("the file is no desktop entry of an application", help: "it has no Type=Application")
        }
        let id =
            String(file.split(separator: "/").last ?? "").hasSuffix(".desktop")
            ? String((file.split(separator: "/").last ?? "").dropLast(8)) : file
        var table = LinkTable(source: "a desktop entry")
        let name = entry.text("Name", of: group) ?? id
        table.feature = LinkTable.slug(name, lowercased: false) ?? "App"
        table.title = title(name)
        table.icon = entry.text("Icon", of: group).flatMap(icon)
        let types = entry.list("MimeType", of: group) ?? []
        let schemes = types.filter { $0.hasPrefix(handler) }.map { String($0.dropFirst(handler.count)) }
        table.scopes = try scopes(schemes, options, &table.losses)
        if types.count > schemes.count { table.losses.add(.dropped, "MimeType", "its types of files are no links") }
        let exec = entry.text("Exec", of: group) ?? ""
        let isActivated = entry.flag("DBusActivatable", of: group)
        if !isActivated, !["%u", "%U"].contains(where: { exec.contains($0) }) {
            table.losses.add(
                .narrower, "Exec", "it has no %u, so the app would not get the link, and is not started with it")
        }
        table.losses.add(
            .narrower, "links with a user name, an empty segment or an encoded slash", "each link is checked first")
        guard LinkTable.slug(id) != nil, !id.contains(where: { $0 == " " || $0 == "\"" }) else {
            throw AppLinkError("the name of the file is no id of an app", help: "as in org.example.Player.desktop")
        }
        table.actions = [LinkAction(name: "open", performer: ["launch", id, "$(url)"])]
        table.routes = [LinkRoute(name: "all", patterns: ["/**"], scopes: table.scopes, action: "open")]
        return table
    }

    private static func scopes(
        _ schemes: [String], _ options: ImportOptions, _ losses: inout LossList
    ) throws(AppLinkError) -> [TableScope] {
        var scopes = options.hosts.isEmpty && options.schemes.isEmpty ? [] : try options.scopes()
        for scheme in schemes {
            if let scope = TableScope(scheme: scheme) {
                if !scopes.contains(scope) { scopes.append(scope) }
            } else if options.hosts.isEmpty {
                losses.add(
                    .narrower, handler + scheme, "it takes the links of every host, and a table names its hosts: --host"
                )
            }
        }
        guard !scopes.isEmpty else {
            throw AppLinkError(
                "the entry is the handler of no scheme of an app", help: "its MimeType has no x-scheme-handler/NAME")
        }
        return scopes
    }

    /// A title as tables have it; nil where nothing of it can be shown.
    private static func title(_ text: String) -> String? {
        let plain = text.unicodeScalars.filter {
            $0.properties.generalCategory != .control && !$0.properties.isDefaultIgnorableCodePoint
        }
        let title = String(String(String.UnicodeScalarView(plain)).prefix(ShownLabel.longestTitle))
        return ShownLabel.isText(title, upTo: ShownLabel.longestTitle) ? title : nil
    }

    /// An icon of the theme as tables have it; nil for a path, which other machines have not, and another text.
    private static func icon(_ text: String) -> String? {
        !text.hasPrefix("/") && text.utf8.count <= 64 && ShownLabel.isIcon(text) ? text : nil
    }
}
