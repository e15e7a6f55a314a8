/// One `&`-separated item of a query, split at its first `=`.
///
/// *Shape*: `page=a+b%21` → key `page`, value `a b!`; an item without `=` has an empty value.
package struct QueryItem: Equatable, Sendable {
    /// The decoded key.
    package var key: ByteRange
    /// The decoded value.
    package var value: ByteRange
    /// The policy's objection to the key, for whoever looks at it.
    package var keyBreach: Breach?
    /// The policy's objection to the value, for whoever looks at it.
    package var valueBreach: Breach?
}
