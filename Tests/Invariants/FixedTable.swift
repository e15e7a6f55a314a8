import Conf
import Routing
import TestTables

/// A table with every kind of constraint, which cases and facts are read against.
enum FixedTable {
    /// Checked once.
    static let ruleset = {
        guard let ruleset = RulesetLoader.load(TableFile(name: "t", bytes: Array(text.utf8))).ruleset else {
            preconditionFailure("the fixed table has an error")
        }
        return ruleset
    }()

    /// Links of its routes, and others.
    static let links = ["t://open/7", "t://blocked/x?q=1", "t://none", "t:", "https://t.example/open/7", "%"]

    private static let text = """
        scheme t
        host t.example
        product pro {
            trial 14d
        }
        product plus
        feature Outer {
            require platform linux 4
            require toggle on
            feature Inner {
                require runtime off
                require permission camera
                require permission any microphone photos "To add it"
                require purchase any pro plus
                action blocked {
                    input what string
                    input q uint?
                    respond "$(what)"
                }
                route blocked /blocked/$(what) do blocked {
                    query q:uint?
                }
            }
            action open {
                input id uint
                respond "$(id)"
            }
            route open /open/$(id:uint) do open
        }

        """
}
