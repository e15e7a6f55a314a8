import CLinux

/// A library of the machine that a program loads when it needs it.
package enum SharedLibrary {
    /// True if the dynamic linker finds the library, `libcurl.so.4`, and all that it needs.
    ///
    /// *Cost*: up to some milliseconds: it is loaded for the look, because the places are the linker's own knowledge.
    package static func isInstalled(_ name: String) -> Bool { unsafe deeplink_has_library(name) == 1 }
}
