package import Features

/// The source of a permission, as a table declares it with `permission NAME from …`.
///
/// *Shape*: printed as tables write it: `file /run/app/$(uid)/camera`, `consent`, `store devices/camera app org.example.App`,
/// `polkit org.example.play`, `device /dev/video0`.
package enum PermissionOrigin: FactOrigin {
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

    /// The place itself, for a file or a service.
    package var innermost: any FactOrigin { if case .place(let place) = self { place } else { self } }

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

extension Permission {
    /// What answers for the permission where a table does not say: the adapter that its name tells, or the entry of the
    /// desktop portal's permission store; nil where the desktop has no such thing.
    package var usualOrigin: PermissionOrigin? {
        let name = description
        if name.hasPrefix("polkit:") { return .polkit(action: String(name.dropFirst(7))) }
        if name.hasPrefix("store:") {
            let parts = name.dropFirst(6).split(separator: "/", maxSplits: 1).map(String.init)
            return parts.count == 2 ? .store(table: parts[0], id: parts[1]) : nil
        }
        switch self {
        case .camera, .microphone: return .store(table: "devices", id: name)
        case .location(usage: .whenInUse), .location(usage: .always): return .store(table: "location", id: "location")
        case .notifications: return .store(table: "notifications", id: "notification")
        case .background: return .store(table: "background", id: "background")
        default: return nil
        }
    }
}
