package import Routing

extension CaseFileDirective: ExplainedDirective {
    /// What the manual says of it.
    package var help: DirectiveHelp? {
        switch self {
        case .table: CaseDirectives.table
        case .case: CaseDirectives.case
        }
    }
}

extension CaseDirective: ExplainedDirective {
    /// What the manual says of it.
    package var help: DirectiveHelp? {
        switch self {
        case .url: CaseDirectives.url
        case .with: CaseDirectives.with
        case .expect: CaseDirectives.expect
        case .route: CaseDirectives.route
        case .parameter: CaseDirectives.parameter
        case .remedy: CaseDirectives.remedy
        case .withheld: CaseDirectives.withheld
        }
    }
}

/// The directives of files of test cases; their examples are about `exampleTable`.
package enum CaseDirectives {
    /// The table that the examples of cases are about.
    package static let exampleTable = """
        scheme podcast
        product premium.monthly
        feature Player {
            action play {
                input episode uint
                respond
            }
            route episode /episodes/$(episode:uint) do play
            feature SleepTimer {
                require purchase premium.monthly
                require toggle off
                action start {
                    respond
                }
                route sleep /sleep do start
            }
        }
        """

    static let table = DirectiveHelp(
        "Names the table that the cases are about, relative to the file of the cases.",
        standard: "The option `-f` of `deeplinkctl test` names the table.", limits: "Once.",
        example: """
            table routes.conf

            case "an episode is played" {
                url podcast://episodes/7
                expect ok.wouldPerform
            }
            """, in: .nothing)

    static let `case` = DirectiveHelp(
        "Is one test: a link, facts, and the outcome that is expected.",
        "`deeplinkctl test` runs the cases without a daemon, and performs nothing.",
        limits: "Each name once. A case has the lines `url` and `expect`.",
        example: """
            case "an episode is played" {
                url podcast://episodes/7
                expect ok.wouldPerform
            }
            """, in: .nothing)

    static let url = DirectiveHelp(
        "Is the link that is opened.", limits: "Once, and required.",
        example: """
            case "an episode is played" {
                url podcast://episodes/7
                expect ok.wouldPerform
            }
            """, in: .nothing)

    static let with = DirectiveHelp(
        "Sets one fact under which the link is opened.",
        """
        The kinds are those of `require`; `deeplinkctl help cases` has the form of each.
        """,
        standard: """
            Platforms are met, programs are present, switches stand at their defaults, permissions are not determined, and
            nothing is bought. The caller is the user 1000, without groups.
            """,
        limits: "Each fact once; a caller may be in several groups.",
        example: """
            case "the timer needs its switch, too" {
                url podcast://sleep
                with purchase premium.monthly active
                with toggle SleepTimer on
                expect ok.wouldPerform
            }
            """, in: .nothing)

    static let expect = DirectiveHelp(
        "Is the code of the expected outcome.",
        "A case performs nothing, so a link that gets through has the code `ok.wouldPerform`.",
        limits: "Once, and required.",
        example: """
            case "an episode has a number" {
                url podcast://episodes/first
                expect rejected.route.notFound
            }
            """, in: .nothing)

    static let route = DirectiveHelp(
        "Is the route that takes the link.", standard: "Any route may take it.", limits: "Once.",
        example: """
            case "an episode is played" {
                url podcast://episodes/7
                expect ok.wouldPerform
                route episode
            }
            """, in: .nothing)

    static let parameter = DirectiveHelp(
        "Is the value of one input of the action.",
        "A case that has the line names all inputs, those with their defaults among them.",
        standard: "Inputs are not compared.", limits: "Each input once.",
        example: """
            case "an episode is played" {
                url podcast://episodes/7
                expect ok.wouldPerform
                parameter episode 7
            }
            """, in: .nothing)

    static let remedy = DirectiveHelp(
        "Is the kind of a remedy that is offered with the outcome.", "Others may be offered too.",
        limits: "Repeatable.",
        example: """
            case "the timer is switched on by its user" {
                url podcast://sleep
                with purchase premium.monthly active
                expect blocked.toggle.off
                remedy enableToggle
            }
            """, in: .nothing)

    static let withheld = DirectiveHelp(
        "Is the kind of a remedy that is held back until something else is lifted.", "Others may be held back too.",
        limits: "Repeatable.",
        example: """
            case "the purchase comes before the switch" {
                url podcast://sleep
                expect blocked.purchase.required
                withheld enableToggle
            }
            """, in: .nothing)
}
