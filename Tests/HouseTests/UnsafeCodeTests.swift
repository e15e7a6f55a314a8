import Testing

struct UnsafeCodeTests {
    /// The targets that call C: libuv and the system.
    private static let doors: Set<String> = ["EventLoop", "HostSystem"]

    /// Files with unsafe code outside those: at most one per target, each opening with the measurement that requires it,
    /// or with the values it passes to C.
    private static let marked: Set<String> = [
        "Sources/System/Varlink/JSON/ByteScan.swift",
        "Sources/System/IDNA/UTS46.swift",
        "Sources/Programs/Pictures/PageParts.swift",
        "Sources/Core/Links/Standard/Array+bulk.swift",
        "Sources/Programs/deeplinkctl/Manual/Pages/ManualPage+embedded.swift",
        "Sources/Core/Matching/Index/SegmentKey.swift",
        "Sources/System/OpenSSL/Signatures.swift",
        "Sources/System/SQLite/Handles.swift",
        "Sources/System/SystemBus/SDBus.swift",
        "Sources/System/WebClient/Curl.swift",
    ]

    @Test func `unsafe code is only in EventLoop, in HostSystem and in the marked files`() {
        let pattern = /\bunsafe\b|\b[Uu]nsafe[A-Z]\w*/
        var found: Set<String> = []
        for file in House.sources where !Self.doors.contains(file.target) {
            for (index, line) in file.code.enumerated() where line.contains(pattern) {
                found.insert(file.path)
                #expect(Self.marked.contains(file.path), "\(file.path):\(index + 1): \(line.trimmed)")
            }
        }
        #expect(found == Self.marked, "marked, but safe: \(Self.marked.subtracting(found))")
    }

    @Test func `a marked file explains its unsafe code at its top, and is the only one of its target`() {
        for path in Self.marked {
            let head = House.text(of: path).split(separator: "\n").prefix(12).joined(separator: " ")
            #expect(head.contains("unsafe"), "\(path) does not say what is unsafe in it")
        }
        let targets = House.sources.filter { Self.marked.contains($0.path) }.map(\.target)
        #expect(Set(targets).count == targets.count && targets.count == Self.marked.count)
    }

    @Test func `no function has a name in C: a callback is a closure, or a function without @c`() {
        // Private or not, two functions of one C name are one symbol in a release build, and one is called instead of the
        // other.
        for file in House.sources {
            for (index, line) in file.code.enumerated() where line.contains("@c") && line.contains(/@c\b/) {
                Issue.record("\(file.path):\(index + 1): \(line.trimmed)")
            }
        }
    }

    @Test func `only the target of a C module imports it, and EventLoop and HostSystem the system's`() {
        let pattern = /\bimport (CCurl|CIDNA|CLibUV|CLinux|CManual|COpenSSL|CPicturePage|CSQLite|CSystemBus|Glibc)\b/
        let allowed: [Substring: Set<String>] = [
            "CCurl": ["WebClient"], "CIDNA": ["IDNA"], "CLibUV": ["EventLoop"], "CLinux": Self.doors,
            "CManual": ["deeplinkctl"], "COpenSSL": ["OpenSSL"], "CPicturePage": ["Pictures"], "CSQLite": ["SQLite"],
            "CSystemBus": ["SystemBus"],
            "Glibc": Self.doors,
        ]
        for file in House.sources {
            for (index, line) in file.code.enumerated() {
                guard let module = line.firstMatch(of: pattern)?.1, allowed[module]?.contains(file.target) != true
                else {
                    continue
                }
                Issue.record("\(file.path):\(index + 1): \(line.trimmed)")
            }
        }
    }
}
