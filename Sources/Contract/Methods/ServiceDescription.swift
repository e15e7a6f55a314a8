/// The daemon's answer to `GetInfo`.
package struct ServiceDescription: ReplyReport {
    package var vendor = ""
    package var product = ""
    package var version = ""
    package var url = ""
    package var interfaces: [String] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("vendor", &vendor, "Who makes it.")
        list.member("product", &product, "What it is called.")
        list.member("version", &version, "Its version.")
        list.member("url", &url, "Where to read about it.")
        list.member("interfaces", &interfaces, .leniently, "The full names of its interfaces, this one included.")
    }
}
