/// The differences between the parser of Node 20 (ada 2.9, of 2024) and the standard of today, each with the reason.
enum NodeDifference: String {
    // MARK: The standard has changed since

    /// The path's percent-encode set has held `^` since the end of 2024.
    case caretInPath
    /// Since 2025 a blank at the end of an opaque path is escaped before a query or fragment; earlier it was kept.
    case blankAfterOpaquePath
    /// Since 2025 an ASCII domain is accepted as it is; earlier its labels that begin `xn--` had to decode.
    case undecodableLabel
    /// Since Unicode 15.1 and 16, UTS #46 maps, ignores or accepts characters that it forbade or mapped differently.
    case newerMapping
    /// Since Unicode 15.1 a label must not decode to ASCII, or to a label that begins `xn--`.
    case labelOfLabel

    // MARK: ada 2.9 is wrong

    /// A path of only dot segments is `/`: `x:/..` must give `x:/`. ada loses the slash if the scheme is not special.
    case lostSlash
    /// ada keeps dot segments in some paths that hold other dots: `/a./b/../c` must give `/a./c`.
    case dotSegmentsLeft
    /// RFC 5893 applies to every label of a domain if one has right-to-left letters; ada applies it to few of them.
    case bidiRule
    /// RFC 5892 requires a context for every joiner; ada accepts a second one in a label without it.
    case joinerRule
    /// `..` keeps only a whole drive letter, as `C:`; ada also keeps a first segment that begins like one, as `C:a`.
    case driveLetterPrefix
}
