internal import Varlink

/// What the daemon says it is.
package struct ServiceDescription: Equatable, Sendable {
    package var vendor: String
    package var product: String
    package var version: String
    /// Where to read about it.
    package var url: String
    /// The full names of its interfaces.
    package var interfaces: [String]

    package init(
        vendor: String, product: String, version: String, url: String,
        interfaces: [String] = Interface.allCases.map(\.rawValue)
    ) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        self.interfaces = interfaces
    }
}

extension ServiceDescription {
    /// The report that a reader fills.
    static var blank: Self { Self(vendor: "", product: "", version: "", url: "", interfaces: []) }

    /// Hands every member to a list, in the order of the wire.
    mutating func members(_ list: inout some MemberList) {
        list.member("vendor", &vendor, "Who makes it.")
        list.member("product", &product, "What it is called.")
        list.member("version", &version, "Its version.")
        list.member("url", &url, "Where to read about it.")
        list.member("interfaces", &interfaces, .leniently, "The full names of its interfaces, this one included.")
    }
}
