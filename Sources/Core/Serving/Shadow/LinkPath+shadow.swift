import Contract
import Routing

extension LinkPath {
    /// Has a second table decide a link too, where the table names one; it performs nothing, and only differences are counted.
    ///
    /// - Parameters:
    ///   - request: of a URL, after lines `rewrite` of the table have acted.
    ///   - sent: the URL before they did; the same if nil.
    func compare(_ request: LinkRequest, sent: String? = nil, _ passage: borrowing Passage) {
        // A link for an app that was chosen, or of too many hops, is decided by no table.
        guard let shadow, refusal == nil, request.app == nil, request.trail.hops <= LinkHops.most,
            let url = request.target.url
        else { return }
        let (bytes, sentBytes) = (url.utf8, (sent ?? url).utf8)
        shadow.compare(bytes.span, sent: sentBytes.span, passage)
    }
}
