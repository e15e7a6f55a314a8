/// The codes of features, what they require, products and permissions: RT201 to RT210.
enum FeatureCodes {
    static let duplicateFeature = DiagnosticHelp(
        "The feature is declared twice",
        """
        Two features beside each other have the same name. Switches, facts and outcomes name a feature by its path, such as
        `Player/Sleep`, so a path is unique in a table with all its files. Put everything into one of them, or rename one.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            feature Player {
                description "Plays episodes"
            }
            """, mended: ["feature Player {\n    description": "feature Shelf {\n    description"])

    static let badConstraint = DiagnosticHelp(
        "A feature cannot require this",
        """
        The word after `require` is no kind of condition, or has the wrong words behind it. The kinds are platform,
        profile, program, runtime, caller, permission, toggle, purchase and confirmation.
        """,
        wrong: """
            scheme podcast
            feature Player {
                require luck
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["luck": "toggle on"])

    static let unknownPermission = DiagnosticHelp(
        "There is no such permission",
        """
        The permissions have fixed names, such as `camera` or `location.whenInUse`; those with a prefix, such as
        `polkit:` and `store:`, name an action or a table of the system. Check the spelling; the report suggests a name.
        """,
        wrong: """
            scheme podcast
            feature Player {
                require permission microfone
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["microfone": "microphone"])

    static let unknownProduct = DiagnosticHelp(
        "There is no such product",
        """
        A `require purchase` names a product that the table does not declare. Declare it with `product ID`, or mend the
        spelling. Products are declared once, so that a slip cannot demand a purchase that does not exist.
        """,
        wrong: """
            scheme podcast
            product premium
            feature Player {
                require purchase any premium premum
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["any premium premum": "premium"])

    static let duplicateProduct = DiagnosticHelp(
        "The product is declared twice",
        """
        Two `product` lines have the same id, perhaps in two files. Ids are unique in a table with all its files, because
        facts and licences name a product by its id. Keep one of them.
        """,
        wrong: """
            scheme podcast
            product premium
            product premium
            feature Player {
                require purchase premium
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["product premium\nproduct premium": "product premium"])

    static let repeatedConstraint = DiagnosticHelp(
        "The same thing is required twice",
        """
        A feature has two requirements of one kind for the same subject. They would be the same condition twice, or would
        contradict each other. Keep one of them.
        """,
        wrong: """
            scheme podcast
            feature Player {
                require permission camera
                require permission camera
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["camera\n    require permission camera": "camera"])

    static let needlessConstraint = DiagnosticHelp(
        "An outer feature requires it already",
        """
        Features inherit what the features around them require, so this line changes nothing. It would mislead a reader who
        removes the outer one. Remove it.
        """,
        wrong: """
            scheme podcast
            feature Player {
                require permission camera
                feature Scanner {
                    require permission camera
                    action scan {
                        respond
                    }
                    route scan /scan do scan
                }
            }
            """, mended: ["Scanner {\n        require permission camera": "Scanner {"])

    static let badPlatform = DiagnosticHelp(
        "Not a version of a platform",
        """
        `require platform` takes a platform and the lowest version: one to four numbers with dots, or `any`. A version with
        letters cannot be compared. Write the numbers alone.
        """,
        wrong: """
            scheme podcast
            feature Player {
                require platform linux six
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["six": "6.1"])

    static let unusedProduct = DiagnosticHelp(
        "No feature requires the product",
        """
        A product is declared, and no feature requires it, so buying it would change nothing. Often the `require`
        line was forgotten, and the feature is free by mistake. Add the line, or remove the product.
        """,
        wrong: """
            scheme podcast
            product premium
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["feature Player {": "feature Player {\n    require purchase premium"])

    static let unusedPermission = DiagnosticHelp(
        "No feature requires the permission",
        """
        A `permission` line says where a permission is read, and no feature requires that permission. Often the `require`
        line was forgotten. Add it, or remove the `permission` line.
        """,
        wrong: """
            scheme podcast
            permission camera from file /run/player/camera
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["feature Player {": "feature Player {\n    require permission camera"])
}
