/// The blocks of the language, each with the directives that stand in it; the manual explains them in this order.
package enum LanguageBlock: CaseIterable, Sendable {
    case table, scheme, host, feature, action, route, under, channel, product, issuer
    /// A file of test cases, outside of any case.
    case caseFile
    case testCase

    /// The blocks of files of test cases; all others are those of tables.
    package static let ofCases: [Self] = [.caseFile, .testCase]
    /// The blocks of tables.
    package static let ofTables = allCases.filter { !ofCases.contains($0) }

    /// The directives of the block.
    package var directives: any Directive.Type {
        switch self {
        case .table: TableDirective.self
        case .scheme: SchemeDirective.self
        case .host: HostDirective.self
        case .feature: FeatureDirective.self
        case .action: ActionDirective.self
        case .route: RouteDirective.self
        case .under: GroupDirective.self
        case .channel: ChannelDirective.self
        case .product: ProductDirective.self
        case .issuer: IssuerDirective.self
        case .caseFile: CaseFileDirective.self
        case .testCase: CaseDirective.self
        }
    }
}
