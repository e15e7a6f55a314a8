// Apps of the desktop by their entries, as this session finds them. For example
//
//     answers    app  org.gnome.Podcasts        /usr/share/applications/org.gnome.Podcasts.desktop starts it
//     answers    app  former of https: firefox  /usr/share/applications/firefox.desktop starts it
//     will not   app  former                    deeplinkctl desktop install has noted none

package import Contract
import DesktopEntries
import HostSystem
package import Routing

extension HostCheck {
    private static var session: AppSession {
        let environment = HostFacts.environment
        return AppSession(
            dataFolders: UserFolders.allData(environment), stateFolder: UserFolders.state(environment),
            environment: environment)
    }

    /// Judges an app by its desktop entry, as this session finds it.
    package func app(_ id: String, links: Int) -> Judgement { judge(id, links, in: Self.session) }

    /// Judges the apps that had links before deeplinkd was installed for them, as this session's record names them.
    package func formerApps(links: Int) -> [HostFinding] {
        let (session, what) = (Self.session, "app")
        do throws(AppRefusal) {
            let formers = try session.formerHandlers().ids
            guard !formers.isEmpty else {
                let reason = "`deeplinkctl desktop install` has noted no app that opened links before"
                return [HostFinding(what, "former", (.willNot, reason))]
            }
            return formers.map { scheme, id in
                HostFinding(what, "former of \(scheme): \(id)", judge(id, links, in: session))
            }
        } catch {
            return [HostFinding(what, "former", (.willNot, error.reason))]
        }
    }

    private func judge(_ id: String, _ links: Int, in session: AppSession) -> Judgement {
        do throws(AppRefusal) {
            let app = try StartableApp(id, in: session)
            do throws(AppRefusal) {
                _ = try app.command(for: Array(repeating: "about:blank", count: links))
            } catch {
                guard app.busName == nil else {
                    return (.cannotTell, "it can be started by its name on the message bus alone: \(error.reason)")
                }
                throw error
            }
            return (.answers, "\(app.entry.path) starts it")
        } catch {
            return (.willNot, error.reason)
        }
    }
}
