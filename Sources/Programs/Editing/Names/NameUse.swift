import Conf
import Routing

/// A declared name, as the whole table has it.
///
/// *Shape* of the name: `Favourites/SmartPlaylists` of a feature, `Shop.show` of an action, `Shop.show(id` of an input, `shop:open` of a
/// route in the package `shop`.
struct NameKey: Hashable {
    let kind: NameKind
    let name: String

    /// The input of an action.
    static func input(_ name: String, of action: String) -> NameKey {
        NameKey(kind: .input, name: action + "(" + name)
    }

    /// The name as its declaration has it.
    var local: String {
        switch kind {
        case .feature: name.split(separator: "/").last.map(String.init) ?? name
        case .action: name.split(separator: ".").last.map(String.init) ?? name
        case .input: name.split(separator: "(").last.map(String.init) ?? name
        default: kind.isOfPackage ? name.split(separator: ":").last.map(String.init) ?? name : name
        }
    }
}

/// One place where a name stands.
struct NameUse {
    let key: NameKey
    /// The name alone: a part of a word, if the word has more.
    let place: SourceRange
    let isDeclaration: Bool
    /// The query key that stands for the name where it is not written: renaming the input `page` of `query page` must not change
    /// the links that it takes.
    var impliedKey: String?
    /// Where the key would be written.
    var keyOffset = 0
}

/// A word that names something, before it is known what is declared.
struct NamedWord {
    let kind: NameKind
    let text: String
    let place: SourceRange
    let context: StatementContext
    var impliedKey: String?
    var keyOffset = 0
}
