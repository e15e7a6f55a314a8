package import Conf

extension DiagnosticCode {
    /// What the manual says of the code.
    package var help: DiagnosticHelp {
        switch self {
        case .notUTF8: TextCodes.notUTF8
        case .controlCharacter: TextCodes.controlCharacter
        case .unclosedQuote: TextCodes.unclosedQuote
        case .strayQuote: TextCodes.strayQuote
        case .badEscape: TextCodes.badEscape
        case .misplacedBrace: TextCodes.misplacedBrace
        case .unbalancedBrace: TextCodes.unbalancedBrace
        case .tooDeep: TextCodes.tooDeep
        case .wordTooLong: TextCodes.wordTooLong
        case .fileTooLarge: TextCodes.fileTooLarge
        case .unreadableFile: TextCodes.unreadableFile
        case .untrustedFile: TextCodes.untrustedFile
        case .includeCycle: TextCodes.includeCycle
        case .includeTooDeep: TextCodes.includeTooDeep
        case .nothingIncluded: TextCodes.nothingIncluded
        case .includedTwice: TextCodes.includedTwice
        case .badGlob: TextCodes.badGlob
        case .emptyTable: TextCodes.emptyTable
        case .duplicatePackage: PackageCodes.duplicatePackage
        case .includedPackage: PackageCodes.includedPackage

        case .unknownDirective: StatementCodes.unknownDirective
        case .misplacedDirective: StatementCodes.misplacedDirective
        case .repeatedDirective: StatementCodes.repeatedDirective
        case .wrongArguments: StatementCodes.wrongArguments
        case .wrongBlock: StatementCodes.wrongBlock
        case .badName: StatementCodes.badName
        case .badValue: StatementCodes.badValue
        case .notAvailable: StatementCodes.notAvailable
        case .tooMany: StatementCodes.tooMany
        case .unknownGroup: StatementCodes.unknownGroup

        case .duplicateFeature: FeatureCodes.duplicateFeature
        case .badConstraint: FeatureCodes.badConstraint
        case .unknownPermission: FeatureCodes.unknownPermission
        case .unknownProduct: FeatureCodes.unknownProduct
        case .duplicateProduct: FeatureCodes.duplicateProduct
        case .repeatedConstraint: FeatureCodes.repeatedConstraint
        case .needlessConstraint: FeatureCodes.needlessConstraint
        case .badPlatform: FeatureCodes.badPlatform
        case .unusedProduct: FeatureCodes.unusedProduct
        case .unusedPermission: FeatureCodes.unusedPermission
        case .foreignProduct: PackageCodes.foreignProduct

        case .duplicateAction: ActionCodes.duplicateAction
        case .noPerformer: ActionCodes.noPerformer
        case .badType: ActionCodes.badType
        case .duplicateInput: ActionCodes.duplicateInput
        case .badDefault: ActionCodes.badDefault
        case .badProgram: ProgramCodes.badProgram
        case .badPlaceholder: ProgramCodes.badPlaceholder
        case .unknownInput: ActionCodes.unknownInput
        case .optionalInput: ActionCodes.optionalInput
        case .unusedAction: ActionCodes.unusedAction
        case .programsNotAllowed: ProgramCodes.programsNotAllowed
        case .unusedInput: ActionCodes.unusedInput
        case .uncheckedProgram: ProgramCodes.uncheckedProgram
        case .unavailableProgram: ProgramCodes.unavailableProgram

        case .duplicateRoute: RouteCodes.duplicateRoute
        case .badPattern: RouteCodes.badPattern
        case .unknownAction: RouteCodes.unknownAction
        case .parameterType: RouteCodes.parameterType
        case .missingInput: RouteCodes.missingInput
        case .unusedParameter: RouteCodes.unusedParameter
        case .repeatedParameter: RouteCodes.repeatedParameter
        case .unknownValues: ConditionCodes.unknownValues
        case .duplicateValues: ConditionCodes.duplicateValues
        case .unusedValues: ConditionCodes.unusedValues
        case .badCondition: ConditionCodes.badCondition
        case .badExclusion: ConditionCodes.badExclusion
        case .unknownRoute: RouteCodes.unknownRoute
        case .badConstant: ConditionCodes.badConstant
        case .foreignPattern: RouteCodes.foreignPattern
        case .needlessAbsence: ConditionCodes.needlessAbsence
        case .unrequiredKey: ConditionCodes.unrequiredKey

        case .overlap: PrecedenceCodes.overlap
        case .equalRoutes: PrecedenceCodes.equalRoutes
        case .overCycle: PrecedenceCodes.overCycle
        case .overAgainstInclusion: PrecedenceCodes.overAgainstInclusion
        case .needlessOver: PrecedenceCodes.needlessOver
        case .shadowedRoute: PrecedenceCodes.shadowedRoute
        case .unreachableRoute: PrecedenceCodes.unreachableRoute
        case .tableTooWide: PrecedenceCodes.tableTooWide
        case .wideTable: PrecedenceCodes.wideTable
        case .tooManyPairs: PrecedenceCodes.tooManyPairs
        case .tableTooLarge: PrecedenceCodes.tableTooLarge
        case .hiddenRoute: PrecedenceCodes.hiddenRoute

        case .badScheme: ScopeCodes.badScheme
        case .badHost: ScopeCodes.badHost
        case .duplicateScope: ScopeCodes.duplicateScope
        case .unknownScope: ScopeCodes.unknownScope
        case .noScope: ScopeCodes.noScope
        case .unusedScope: ScopeCodes.unusedScope
        case .undeniedHost: ScopeCodes.undeniedHost

        case .badCase: CaseCodes.badCase
        case .badExpectation: CaseCodes.badExpectation
        case .badFact: CaseCodes.badFact
        case .unknownName: CaseCodes.unknownName
        case .noCases: CaseCodes.noCases

        case .duplicateChannel: ChannelCodes.duplicateChannel
        case .unknownChannel: ChannelCodes.unknownChannel
        case .unusedChannel: ChannelCodes.unusedChannel
        case .badChannel: ChannelCodes.badChannel
        case .writtenSecret: ChannelCodes.writtenSecret

        case .duplicateIssuer: IssuerCodes.duplicateIssuer
        case .badIssuer: IssuerCodes.badIssuer
        case .badKey: IssuerCodes.badKey
        case .unknownKey: IssuerCodes.unknownKey
        }
    }
}

extension DiagnosticCode {
    /// Whether files of test cases are reported with it, and not tables.
    package var isOfCases: Bool { rawValue.hasPrefix("RT7") }
}
