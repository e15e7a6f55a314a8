import Testing

/// An intent filter by itself: it writes its part of a manifest, and decides about links as Android does.
///
/// It is written for clarity, and shares no code with the reader of manifests.
struct PlainIntentFilter {
    /// The attribute of a path, and its value without the doubled backslashes.
    struct Path {
        let attribute: String
        let value: String
    }

    var schemes: [String]
    var hosts: [String] = []
    var paths: [Path] = []
    var isBrowsable = true

    /// The filter as XML.
    var xml: String {
        let data =
            schemes.map { #"<data android:scheme="\#($0)"/>"# } + hosts.map { #"<data android:host="\#($0)"/>"# }
            + paths.map { path in
                let value = path.value.replacing("\\", with: "\\\\").replacing("&", with: "&amp;")
                return #"<data android:\#(path.attribute)="\#(value)"/>"#
            }
        let category = isBrowsable ? #"<category android:name="android.intent.category.BROWSABLE"/>"# : ""
        return """
            <intent-filter><action android:name="android.intent.action.VIEW"/>\(category)
            \(data.joined(separator: "\n"))</intent-filter>
            """
    }

    /// A manifest of some filters.
    static func manifest(_ filters: [PlainIntentFilter]) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <!-- a test -->
        <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="org.example.app">
        <application><activity android:name=".Main" android:exported="true">
        \(filters.map(\.xml).joined(separator: "\n"))
        </activity></application></manifest>
        """
    }

    /// Whether the filter takes a link that is clicked.
    func takes(_ url: String) -> Bool {
        guard isBrowsable, let colon = url.firstIndex(of: ":"), schemes.contains(String(url[..<colon])) else {
            return false
        }
        if hosts.isEmpty { return !schemes.contains("https") }
        let rest = url[colon...].dropFirst()
        guard rest.hasPrefix("//") else { return false }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        let path = rest.dropFirst(2 + authority.count).prefix { !"?#".contains($0) }
        let fits = hosts.contains { host in
            host.hasPrefix("*")
                ? authority.lowercased().hasSuffix(host.dropFirst().lowercased())
                : authority.lowercased() == host.lowercased()
        }
        return fits && (paths.isEmpty || paths.contains { $0.takes(String(path)) })
    }
}

extension PlainIntentFilter.Path {
    /// Whether a path, decoded as links of the tests are anyway, meets the condition.
    func takes(_ path: String) -> Bool {
        switch attribute {
        case "path": path == value
        case "pathPrefix": path.hasPrefix(value)
        case "pathSuffix": path.hasSuffix(value)
        default: Self.matches(Array(value)[...], Array(path)[...])
        }
    }

    /// `.` is any character, `x*` any number of x, a backslash takes the meaning away.
    private static func matches(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        guard var first = pattern.first else { return text.isEmpty }
        var rest = pattern.dropFirst()
        var isAny = first == "."
        if first == "\\", let next = rest.first { (first, isAny, rest) = (next, false, rest.dropFirst()) }
        if rest.first == "*" {
            rest = rest.dropFirst()
            var text = text
            while true {
                if matches(rest, text) { return true }
                guard let next = text.first, isAny || next == first else { return false }
                text = text.dropFirst()
            }
        }
        guard let next = text.first, isAny || next == first else { return false }
        return matches(rest, text.dropFirst())
    }
}
