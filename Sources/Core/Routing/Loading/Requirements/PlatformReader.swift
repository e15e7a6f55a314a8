import Conf
import Features

/// Reads `require platform [only] NAME VERSION`.
struct PlatformReader: RequirementReader {
    static let order = 10
    static let choices = PlatformRequirement.components.sorted() + ["only"]
    let table: TableReading

    /// Two `only` lines of different distributions can never hold together, be they inherited or not.
    func check(
        _ rule: any ConstraintRule, at place: SourceRange, _ earlier: [PlacedConstraint],
        inherited: [EffectiveConstraint]
    ) {
        guard let platform = rule as? PlatformRequirement, platform.isOnly else { return }
        let first = earlier.first { ($0.constraint.rule as? PlatformRequirement)?.isOnly == true }?.place
        let other = inherited.lazy.compactMap { constraint in
            (constraint.rule as? PlatformRequirement).map { (path: constraint.path, platform: $0) }
        }.first { $0.platform.isOnly && $0.platform.platform != platform.platform }
        let reason =
            other.map { "`\($0.path)` is only for \($0.platform.platform)" }
            ?? first.map { _ in "no machine is two distributions" }
        guard let reason else { return }
        reportSecond(
            .badPlatform, place, "\(reason), so this can never be met", help: "keep one `only` line", first: first)
    }

    func requirement(_ statement: Int) -> PlatformRequirement? {
        var words = arguments(statement, from: 2)
        let isOnly = isKeyword(words.first, "only")
        if isOnly { words.removeFirst() }
        guard words.count == 2, Name.isName(words[0].text) || words[0].text == "arch" else {
            return refuse(
                .badPlatform, document.place(of: statement), "a platform has a name and a version",
                help: "as in `require platform linux 6.1`, `require platform only debian 12`")
        }
        let (platform, value) = (words[0].text, words[1].text)
        let bound: PlatformRequirement.Bound
        if value == "any" {
            bound = .any
        } else if platform == "arch" && value != "unsupported" {
            bound = .exactly(value)
        } else if value == "unsupported" && !isOnly && !PlatformRequirement.everywhere.contains(platform) {
            bound = .unsupported
        } else if let version = PlatformVersion(value) {
            bound = .minimum(version)
        } else {
            return refuseVersion(words[1], of: platform, isOnly: isOnly)
        }
        return PlatformRequirement(platform: platform, bound: bound, isOnly: isOnly)
    }

    private func refuseVersion(_ word: PlacedWord, of platform: String, isOnly: Bool) -> PlatformRequirement? {
        let isEverywhere = PlatformRequirement.everywhere.contains(platform)
        let version = "a version has one to four numbers with dots, or is "
        return refuse(
            .badPlatform, word.place,
            word.text == "unsupported" && isEverywhere
                ? "every machine has `\(platform)`, so no machine would have the feature"
                : word.text == "unsupported" && isOnly
                    ? "`only` asks for `\(platform)`, and `unsupported` for any other machine"
                    : "`\(word.text)` is not a version of a platform",
            help: platform == "arch"
                ? "name an architecture, as in `require platform arch x86_64`"
                : version + (isOnly || isEverywhere ? "`any`" : "`any` or `unsupported`"))
    }
}
