// What is reported of features.
extension ReportRow {
    static let features = [
        ReportRow(
            "RT201",
            """
            scheme podcast
            feature Player {
                feature Sleep {
                }
                feature Sleep {
                }
            }
            """,
            """
            routes.conf:5:13: error RT201: the feature `Player/Sleep` is declared twice
               5 |     feature Sleep {
                 |             ^~~~~
                 = note: routes.conf:3:13: the first is here
               3 |     feature Sleep {
                 |             ^~~~~
                 = help: put everything into one of them
            1 error
            """),
        ReportRow(
            "RT202",
            """
            scheme podcast
            feature Player {
                require luck 7
            }
            """,
            """
            routes.conf:3:13: error RT202: a feature cannot require `luck`
               3 |     require luck 7
                 |             ^~~~
                 = help: one of: platform, profile, program, runtime, caller, permission, toggle, purchase, confirmation
            1 error
            """),
        ReportRow(
            "RT203",
            """
            scheme podcast
            feature Player {
                require permission microfone
            }
            """,
            """
            routes.conf:3:24: error RT203: there is no permission `microfone`
               3 |     require permission microfone
                 |                        ^~~~~~~~~
                 = help: did you mean `microphone`?
            1 error
            """),
        ReportRow(
            "RT204",
            """
            scheme podcast
            product premium {
                kind subscription
            }
            feature Player {
                require purchase any premium premum
            }
            """,
            """
            routes.conf:6:34: error RT204: there is no product `premum`
               6 |     require purchase any premium premum
                 |                                  ^~~~~~
                 = help: did you mean `premium`?
            1 error
            """),
        ReportRow(
            "RT205",
            """
            scheme podcast
            product premium {
                kind subscription
            }
            product premium {
                kind oneTime
            }
            feature Player {
                require purchase premium
            }
            """,
            """
            routes.conf:5:9: error RT205: the product `premium` is declared twice
               5 | product premium {
                 |         ^~~~~~~
                 = note: routes.conf:2:9: the first is here
               2 | product premium {
                 |         ^~~~~~~
                 = help: keep one of them
            1 error
            """),
        ReportRow(
            "RT206",
            """
            scheme podcast
            feature Player {
                require permission camera
                require permission camera
            }
            """,
            """
            routes.conf:4:5: error RT206: the feature has two requirements for `permission camera`
               4 |     require permission camera
                 |     ^~~~~~~~~~~~~~~~~~~~~~~~~
                 = note: routes.conf:3:5: the first is here
               3 |     require permission camera
                 |     ^~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: keep one of them
            1 error
            """),
        ReportRow(
            "RT207",
            """
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
            """,
            """
            routes.conf:5:9: warning RT207: `Player` requires this already, and the features inside it inherit that
               5 |         require permission camera
                 |         ^~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: remove it
            1 warning; 1 route, 2 features
            """),
        ReportRow(
            "RT208",
            """
            scheme podcast
            feature Player {
                require platform linux six
            }
            """,
            """
            routes.conf:3:28: error RT208: `six` is not a version of a platform
               3 |     require platform linux six
                 |                            ^~~
                 = help: a version has one to four numbers with dots, or is `any`
            1 error
            """),
        ReportRow(
            "RT209",
            """
            scheme podcast
            product premium {
                kind subscription
            }
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """,
            """
            routes.conf:2:9: warning RT209: no feature requires the product `premium`
               2 | product premium {
                 |         ^~~~~~~
                 = help: remove it
            1 warning; 1 route, 1 feature
            """),
        ReportRow(
            "RT210",
            """
            scheme podcast
            permission camera from file /run/player/camera
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """,
            """
            routes.conf:2:12: warning RT210: no feature requires the permission `camera`
               2 | permission camera from file /run/player/camera
                 |            ^~~~~~
                 = help: remove it
            1 warning; 1 route, 1 feature
            """),
        ReportRow(
            "RT212",
            """
            scheme podcast
            permission microphone from consent
            feature Clips {
                require permission microphone
                action record {
                    respond
                }
                route record /record do record
            }
            """,
            """
            routes.conf:2:12: warning RT212: people are asked for `microphone` and not told what it is used for
               2 | permission microphone from consent
                 |            ^~~~~~~~~~
                 = help: add a block, as in `permission microphone from consent { usage "To …" }`
            1 warning; 1 route, 1 feature
            """),
    ]
}
