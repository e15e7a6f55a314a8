/// What the daemon says it is.
package struct ServiceDescription: Equatable, Sendable {
    package var vendor: String
    package var product: String
    package var version: String
    /// Where to read about it.
    package var url: String

    package init(vendor: String, product: String, version: String, url: String) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
    }
}
