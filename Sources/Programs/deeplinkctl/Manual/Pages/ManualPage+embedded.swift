// The two pages that the program has. What is unsafe here: the pointers that CManual gives out, to constants of the program
// with a NUL at their ends.

internal import CManual

extension ManualPage {
    /// docs/codes.md, cut when it is first needed.
    package static let codes = unsafe ManualPage(String(cString: cmanual_codes()))
    /// docs/language.md, likewise.
    package static let language = unsafe ManualPage(String(cString: cmanual_language()))
}
