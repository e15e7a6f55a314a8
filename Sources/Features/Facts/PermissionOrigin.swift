/// What answers for a permission, as a table declares it with `permission NAME from …`.
///
/// *Shape*: printed as tables write it: `file /run/app/$(uid)/camera`, `consent`, `store devices/camera app org.example.App`,
/// `polkit org.example.play`, `device /dev/video0`.
package enum PermissionOrigin: Hashable, Sendable, CustomStringConvertible {
    /// A file that holds the status, or a service that is asked for it.
    case place(FactPlace)
    /// The user's own answer, which a program asks for and the ledger keeps.
    case consent
    /// An entry of the desktop portal's permission store.
    ///
    /// `app` is the id of a sandboxed app; programs outside sandboxes have the empty one.
    case store(table: String, id: String, app: String = "")
    /// Whether polkit authorises an action, named by its id.
    case polkit(action: String)
    /// Read and write access to a device node, named by its absolute path.
    case device(String)

    package var description: String {
        switch self {
        case .place(let place): "\(place)"
        case .consent: "consent"
        case .store(let table, let id, let app):
            "store \((table + "/" + id).asTableWord)" + (app.isEmpty ? "" : " app \(app.asTableWord)")
        case .polkit(let action): "polkit \(action)"
        case .device(let path): "device \(path.asTableWord)"
        }
    }
}
