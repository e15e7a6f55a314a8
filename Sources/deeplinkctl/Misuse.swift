/// The command was told something that its table does not know: exit status 2, without the usage.
struct Misuse: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
