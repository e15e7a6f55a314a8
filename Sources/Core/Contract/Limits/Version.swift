/// The version that every `--version`, `GetInfo` and `Status` tells.
package enum Version {
    /// *Shape*: semantic version.
    package static let text = "0.1.0"
}
