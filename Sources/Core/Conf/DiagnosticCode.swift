// The registry of diagnostics. Codes are stable: extended, never renamed or reused, so that a review tool can point at
// them and a search finds them. The first digit is the subject: 0 text and files, 1 statements, 2 features, 3 actions,
// 4 routes, 5 precedence, 6 scope, 7 test cases, 8 channels, 9 licences.

/// What is wrong with a table or a file of test cases, as a stable code.
package enum DiagnosticCode: String, CaseIterable, Sendable {
    case notUTF8 = "RT001"
    case controlCharacter = "RT002"
    case unclosedQuote = "RT003"
    case strayQuote = "RT004"
    case badEscape = "RT005"
    case misplacedBrace = "RT006"
    case unbalancedBrace = "RT007"
    case tooDeep = "RT008"
    case wordTooLong = "RT009"
    case fileTooLarge = "RT010"
    case unreadableFile = "RT011"
    case untrustedFile = "RT012"
    case includeCycle = "RT013"
    case includeTooDeep = "RT014"
    case nothingIncluded = "RT015"
    case includedTwice = "RT016"
    case badGlob = "RT017"
    case emptyTable = "RT018"
    case duplicatePackage = "RT019"
    case includedPackage = "RT020"
    case unusableShadow = "RT021"
    case nestedShadow = "RT022"
    case failedCase = "RT023"
    case unusedAllowance = "RT024"

    case unknownDirective = "RT101"
    case misplacedDirective = "RT102"
    case repeatedDirective = "RT103"
    case wrongArguments = "RT104"
    case wrongBlock = "RT105"
    case badName = "RT106"
    case badValue = "RT107"
    case notAvailable = "RT108"
    case tooMany = "RT109"
    case unknownGroup = "RT110"

    case duplicateFeature = "RT201"
    case badConstraint = "RT202"
    case unknownPermission = "RT203"
    case unknownProduct = "RT204"
    case duplicateProduct = "RT205"
    case repeatedConstraint = "RT206"
    case needlessConstraint = "RT207"
    case badPlatform = "RT208"
    case unusedProduct = "RT209"
    case unusedPermission = "RT210"
    case foreignProduct = "RT211"
    case unexplainedPermission = "RT212"

    case duplicateAction = "RT301"
    case noPerformer = "RT302"
    case badType = "RT303"
    case duplicateInput = "RT304"
    case badDefault = "RT305"
    case badProgram = "RT306"
    case badPlaceholder = "RT307"
    case unknownInput = "RT308"
    case optionalInput = "RT309"
    case unusedAction = "RT310"
    case programsNotAllowed = "RT311"
    case unusedInput = "RT312"
    case uncheckedProgram = "RT313"
    case unavailableProgram = "RT314"
    case badCall = "RT315"
    case badResult = "RT316"
    case networkNotAllowed = "RT317"
    case redirectCircle = "RT318"
    case redirectNowhere = "RT319"

    case duplicateRoute = "RT401"
    case badPattern = "RT402"
    case unknownAction = "RT403"
    case parameterType = "RT404"
    case missingInput = "RT405"
    case unusedParameter = "RT406"
    case repeatedParameter = "RT407"
    case unknownValues = "RT408"
    case duplicateValues = "RT409"
    case unusedValues = "RT410"
    case badCondition = "RT411"
    case badExclusion = "RT412"
    case unknownRoute = "RT413"
    case badConstant = "RT414"
    case foreignPattern = "RT415"
    case needlessAbsence = "RT416"
    case unrequiredKey = "RT417"

    case overlap = "RT501"
    case equalRoutes = "RT502"
    case overCycle = "RT503"
    case overAgainstInclusion = "RT504"
    case needlessOver = "RT505"
    case shadowedRoute = "RT506"
    case unreachableRoute = "RT507"
    case tableTooWide = "RT508"
    case wideTable = "RT509"
    case tooManyPairs = "RT510"
    case tableTooLarge = "RT511"
    case hiddenRoute = "RT512"

    case badScheme = "RT601"
    case badHost = "RT602"
    case duplicateScope = "RT603"
    case unknownScope = "RT604"
    case noScope = "RT605"
    case unusedScope = "RT606"
    case undeniedHost = "RT607"

    case badCase = "RT701"
    case badExpectation = "RT702"
    case badFact = "RT703"
    case unknownName = "RT704"
    case noCases = "RT705"
    case untestedRoute = "RT706"

    case duplicateChannel = "RT801"
    case unknownChannel = "RT802"
    case unusedChannel = "RT803"
    case badChannel = "RT804"
    case writtenSecret = "RT805"

    case duplicateIssuer = "RT901"
    case badIssuer = "RT902"
    case badKey = "RT903"
    case unknownKey = "RT904"

    /// Whether a table with it is refused.
    package var severity: Severity {
        switch self {
        case .nothingIncluded, .needlessConstraint, .unusedProduct, .unusedAction, .unusedInput, .unavailableProgram,
            .unusedParameter, .unusedValues, .needlessOver, .shadowedRoute, .hiddenRoute, .unreachableRoute, .wideTable,
            .unusedScope, .uncheckedProgram, .foreignPattern, .needlessAbsence, .unusedChannel, .unusedPermission,
            .unexplainedPermission,
            .unknownKey, .unrequiredKey, .undeniedHost, .redirectNowhere, .unusableShadow,
            .nestedShadow, .unusedAllowance, .untestedRoute:
            .warning
        default: .error
        }
    }
}
