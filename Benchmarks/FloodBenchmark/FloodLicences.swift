import Contract
import PurchaseRules

/// The licences that a flood hands in, all of one user.
enum FloodLicences {
    /// The name of the issuer's key file in the daemon's folder.
    static let keyFile = "shop.jwk"

    /// The public key of RFC 8037, appendix A, whose private key everyone may know here.
    static let publicKey =
        #"{"kty":"OKP","crv":"Ed25519","kid":"k1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#

    private static let privateKey =
        #"{"kty":"OKP","crv":"Ed25519","kid":"k1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","#
        + #""d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#

    /// Batches of other licences, which together are as many as a subject may have.
    static let batchCount = Limits.licencesPerSubject / Limits.licencesPerCall

    /// As many licences as one call may have, of as many bytes as they may have together.
    static func items(_ batch: Int, for user: UInt32) throws -> [String] {
        let key = try SigningKey.read(Array(privateKey.utf8))
        let count = Limits.licencesPerCall
        let first = batch * count
        // Members that mean nothing fill the room.
        let fill = String(repeating: "x", count: Limits.licenceBytesPerCall / count * 3 / 4 - 400)
        return (first..<(first + count)).map { number in
            let payload =
                #"{"iss":"shop","aud":"podcasts","sub":"uid:\#(user)","jti":"order-\#(number)","products":["pro"],"#
                + #""iat":1772323200,"fill":"\#(fill)"}"#
            guard let item = key.sign(payload: Array(payload.utf8)) else { fail("no random bits") }
            return item
        }
    }
}
