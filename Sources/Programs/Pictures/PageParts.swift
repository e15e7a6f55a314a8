// The style and the scripts that the program has. What is unsafe here: the pointers that CPicturePage gives out, to constants of
// the program with a NUL at their ends.

internal import CPicturePage

/// The constant parts of the page.
package enum PageParts {
    /// Its style, beside that of the picture.
    static let style = unsafe String(cString: cpicturepage_style())
    /// Decides a link by the tables of an index; node can load it as a module.
    package static let walker = unsafe String(cString: cpicturepage_walker())
    /// The search, and the field in which a link is tried.
    static let script = unsafe String(cString: cpicturepage_script())
}
