extension String {
    /// The text as one word of a shell's command line: bare, or in single quotes if the shell could read more into it.
    ///
    /// *Shape*: `/var/lib/deeplinkd`, `'a b'`, `'it'\''s'`, `''`.
    package var asShellWord: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "/._:=@%+,-".utf8.contains(byte)
            }
        }
        if isPlain, !isEmpty { return self }
        return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
