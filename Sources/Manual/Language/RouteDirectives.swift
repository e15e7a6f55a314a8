internal import Contract
package import Routing

extension RouteDirective: ExplainedDirective {
    /// What the manual says of it.
    package var help: DirectiveHelp? {
        switch self {
        case .in: RouteDirectives.in
        case .query: RouteDirectives.query
        case .fragment: RouteDirectives.fragment
        case .strict: RouteDirectives.strict
        case .except: RouteDirectives.except
        case .over: RouteDirectives.over
        case .with: RouteDirectives.with
        }
    }
}

extension GroupDirective: ExplainedDirective {
    /// What the manual says of it.
    package var help: DirectiveHelp? {
        switch self {
        case .query: RouteDirectives.sharedQuery
        case .exclusive: RouteDirectives.exclusive
        case .ranked: RouteDirectives.ranked
        case .route: RouteDirectives.groupedRoute
        case .under: RouteDirectives.innerGroup
        case .trailingSlash: ScopeDirectives.groupSlash
        }
    }
}

/// The directives of a route's block, and those of a group.
enum RouteDirectives {
    static let `in` = DirectiveHelp(
        "Restricts the route to links of these schemes and hosts.",
        "`app` stands for every scheme of the file, and `web` for every host.",
        standard: "The route takes links of every scheme and host of the file.", limits: "Once.",
        example: """
            route show /shows/$(show:slug) do open {
                in podcast
            }
            """, in: .inputs)

    static let query = DirectiveHelp(
        "Declares a query key: it feeds the input of its name, or selects links.",
        """
        `query page:uint` asks for the key, `query page:uint?` and `query page:uint = 1` take links without it too. `from
        "file.path"` names the key where it is not the input's name. `_` behind the key feeds no input; if an input has the name
        of the key, `deeplinkctl link` takes the key's value as `?page`. `query !start` takes
        only links without the key. The type `flag` is for a key without a value, as in `?live`. With `exact` a link is
        refused whose optional key is repeated or of another type; else such a key is ignored.
        """,
        standard: "A key without a type is a `string`. Keys that are not declared are ignored.",
        limits: "Each key once; at most \(Limits.routeKeys) of a route, those of its group among them.",
        example: """
            route search /search do open {
                query show:slug from "q"
                query page:uint? exact
                query !draft
            }
            """, in: .inputs)

    static let sharedQuery = DirectiveHelp(
        "Declares a query key of each route of the group, as in the block of a route.",
        limits: "Each key once, in the group or in the route.",
        example: """
            under /shows {
                query page:uint?
                route all . do open
                route show /$(show:slug) do open
            }
            """, in: .inputs)

    static let fragment = DirectiveHelp(
        "Feeds the text behind the `#` of a link to the input of this name.",
        "`fragment page:uint?` takes links without a fragment too, and `fragment page:uint = 1` has a default for them.",
        standard: "A fragment is ignored.", limits: "Once.",
        example: """
            route show /shows/$(show:slug) do open {
                fragment page:uint?
            }
            """, in: .inputs)

    static let strict = DirectiveHelp(
        "Refuses links with query keys that the route does not declare, and faulty optional keys.",
        standard: "Keys that are not declared are ignored.", limits: "Once.",
        example: """
            route show /shows/$(show:slug) do open {
                query page:uint?
                strict
            }
            """, in: .inputs)

    static let except = DirectiveHelp(
        "Leaves out the links whose path one of these patterns takes.",
        """
        The patterns have no captures, as those of `deny`. A link that the route would take without the line is
        `rejected.route.excluded` if no other route takes it. Precedence does not look at the line.
        """,
        limits: "Repeatable.",
        example: """
            route show /shows/$(show:slug) do open {
                except /shows/drafts /shows/private
            }
            """, in: .inputs)

    static let over = DirectiveHelp(
        "Lets the route win over another one that takes some of the same links.",
        """
        Only two routes that overlap need it, of which neither is narrower. `deeplinkctl check` reports these with a link
        that both take. The page `docs/tables.md` explains precedence.
        """,
        limits: "Repeatable; the routes of one package.",
        example: """
            route latest /$(show:slug)/latest do open {
                over news
            }
            route news /news/$(show:slug) do open
            """, in: .inputs)

    static let with = DirectiveHelp(
        "Gives an input of the action a fixed value.",
        "The value is of the type of the input. The link does not feed this input.",
        limits: "Each input once, and not one that the link feeds.",
        example: """
            route first /first do open {
                with page 1
            }
            """, in: .inputs)

    // MARK: Groups

    static let exclusive = DirectiveHelp(
        "Lets each route of the group take only links without the listed keys that it does not require.",
        "So routes with different keys never overlap. A link with two of the keys is refused.",
        limits: "Repeatable; the lists of a group have at most \(Limits.routeKeys) keys.",
        example: """
            under /join {
                exclusive show page
                route show . do open {
                    query show:slug
                }
                route page . do open {
                    query page:uint
                }
            }
            """, in: .inputs)

    static let ranked = DirectiveHelp(
        "Orders keys: a link with several of them goes to the route of the first.",
        "Each route of the group takes only links without the keys that are listed before its own.",
        limits: "Two keys or more. Repeatable; the lists of a group have at most \(Limits.routeKeys) keys.",
        example: """
            under /join {
                ranked show page
                route show . do open {
                    query show:slug
                }
                route page . do open {
                    query page:uint
                }
            }
            """, in: .inputs)

    static let groupedRoute = DirectiveHelp(
        "Declares a route whose patterns follow the prefix of the group; `.` is the prefix itself.",
        "All else is as in the block of a feature.",
        example: """
            under /shows {
                route all . do open
                route show /$(show:slug) do open
            }
            """, in: .inputs)

    static let innerGroup = DirectiveHelp(
        "Groups routes inside a group: both prefixes stand before their patterns.",
        example: """
            under /shows {
                under /new {
                    route show /$(show:slug) do open
                }
            }
            """, in: .inputs)
}
