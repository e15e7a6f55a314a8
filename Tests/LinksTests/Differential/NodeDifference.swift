/// Where the parser of Node 20 (ada 2.9, of 2024) is not the standard as it is now, each with the reason.
enum NodeDifference: String {
    // MARK: The standard has changed since

    /// The path's percent-encode set has held `^` since the end of 2024.
    case caretInPath
    /// A blank at the end of an opaque path has been escaped before a query or fragment since 2025; before, it was kept.
    case blankAfterOpaquePath
    /// An ASCII domain has been taken as it is since 2025; before, its labels that begin `xn--` had to decode.
    case undecodableLabel
    /// UTS #46 has mapped, ignored or let stand since Unicode 15.1 and 16 what it forbade or mapped otherwise before.
    case newerMapping
    /// A label must not decode to ASCII, or to one that itself begins `xn--`, since Unicode 15.1.
    case labelOfLabel

    // MARK: ada 2.9 is wrong

    /// A path of dot segments alone is `/`; ada loses the slash where the scheme is not special: `x:/..` is `x:/`.
    case lostSlash
    /// ada leaves dot segments where they are in some paths that hold other dots: `/a./b/../c` is `/a./c`.
    case dotSegmentsLeft
    /// RFC 5893 holds every label of a domain to its rule if one has letters from right to left; ada holds few to it.
    case bidiRule
    /// RFC 5892 holds every joiner to its context; ada lets a second one of a label pass.
    case joinerRule
    /// Only a drive letter by itself is kept from `..`; ada keeps a first segment that begins like one, as `C:a`.
    case driveLetterPrefix
}
