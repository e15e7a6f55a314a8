/// One `&`-separated item of a query, split at its first `=`.
///
/// *Shape*: `page=a+b%21` → key `page`, value `a b!`; an item without `=` has an empty value.
package struct QueryItem: Equatable, Sendable {
    /// The decoded key.
    package var key: ByteRange
    /// The decoded value.
    package var value: ByteRange
    /// The policy violation of the key, if any, for routes that read the key.
    package var keyBreach: Breach?
    /// The policy violation of the value, if any, for routes that read the value.
    package var valueBreach: Breach?
}
