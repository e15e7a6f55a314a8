// Finds the browser that gets what this program hands on. With `--web` installed, and for https links:
//
//     mimeapps.list                                      the record             the former browser
//     firefox.desktop                                    –                      firefox.desktop
//     io.deeplinkd.Web.desktop;firefox.desktop           firefox.desktop        firefox.desktop
//     chromium.desktop;io.deeplinkd.Web.desktop;…        firefox.desktop        chromium.desktop, the newest choice
//     io.deeplinkd.Web.desktop;firefox.desktop           –, it was lost         firefox.desktop

package import DesktopEntries

extension HandlerLookup {
    /// The entry that gets the links of a type which this program hands on; nil if there is none.
    ///
    /// - Parameter recorded: the one of the installation before.
    package func former(of type: String, recorded: String?) -> String? {
        let standard = gioDefault(of: type)?.id
        if let standard, !LinkEntry.isOwn(standard) { return standard }
        if let recorded, !LinkEntry.isOwn(recorded), entry(recorded) != nil { return recorded }
        return gioDefault(of: type, without: LinkEntry.isOwn)?.id
    }

    /// The reason why an entry does not get links that are handed on; nil if it does.
    package func refusal(ofFormer id: String) -> AppRefusal? {
        guard !LinkEntry.isOwn(id) else { return .loops("it is deeplinkd’s own entry") }
        let folders = ([places.dataHome].compactMap(\.self) + places.dataFolders)
        let session = AppSession(dataFolders: folders, environment: ["PATH": places.programPath])
        do throws(AppRefusal) {
            let app = try StartableApp(LinkEntry.applicationID(of: id), in: session)
            do throws(AppRefusal) {
                _ = try app.command(for: ["https://deeplinkd.invalid/"])
            } catch {
                // An app on the message bus needs no program; one that hands links back is refused all the same.
                if case .loops = error { throw error }
                if app.busName == nil { throw error }
            }
            return nil
        } catch {
            return error
        }
    }

    /// The entries that could get the links of a type which this program hands on.
    package func possibleFormers(of type: String) -> [String] {
        declaring(type).map(\.id).filter { refusal(ofFormer: $0) == nil }
    }
}
