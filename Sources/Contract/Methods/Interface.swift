// The interfaces that the daemon serves, each described in the Varlink language by a file of its own. The descriptions
// are served as they stand and are the documentation that users of other languages read, so every type, field and
// method is commented, for them and not for us.
//
// They keep to what the parsers of systemd 257 and 262 and of Python's varlink all accept:
// * no `any` and no `[string]()`; `error Name ()` has its parentheses;
// * interface names begin with letters only; a method's signature holds no nested parentheses, and no comment inside
//   it holds a closing one (Python finds its end with a regular expression);
// * a type is known only in the interface that declares it, so what two interfaces share is one Swift constant.
//
// Sets that only we can extend and that clients must handle by more than display (`class`, `status`, `actor`) are
// enumerations. Whatever may grow (codes, reasons, kinds) is a string.

/// One interface that the daemon serves.
package enum Interface: String, CaseIterable, Sendable {
    case dispatch = "io.deeplinkd.Dispatch"
    case features = "io.deeplinkd.Features"
    case monitor = "io.deeplinkd.Monitor"
    case service = "org.varlink.service"

    /// The description, comments included, that `GetInterfaceDescription` answers with.
    package var text: String {
        switch self {
        case .dispatch: Self.dispatchText
        case .features: Self.featuresText
        case .monitor: Self.monitorText
        case .service: Self.serviceText
        }
    }
}
