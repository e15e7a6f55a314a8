internal import HostSystem

/// The page of a shop, in the desktop's browser.
enum ShopPage {
    /// Opens a page with `xdg-open`, without waiting for the browser; false if the program cannot be started.
    ///
    /// - Parameter token: what lets the browser raise its window.
    static func open(_ url: String, token: String?) -> Bool {
        var environment = HostFacts.environment
        environment["XDG_ACTIVATION_TOKEN"] = token
        do {
            try DetachedProgram.start(["xdg-open", url], environment: environment)
            return true
        } catch {
            return false
        }
    }
}
