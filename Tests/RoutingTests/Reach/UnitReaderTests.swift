import Conf
import TestTables
import Testing

@testable import Routing

/// Actions that have the service manager start a unit: what is reported, and where.
@Suite struct UnitReaderTests {
    @Test(arguments: [
        TableRow(
            .action,
            "unit backup start",
            """
            t:4:14: error RT315: `backup` is not the name of a service
               4 |         unit backup start
                 |              ^~~~~~
                 = help: a unit is named as in `backup.service` or `play@$(episode).service`: of letters, digits and \
            `:-_.\\`, in at most 255 bytes
            """),
        TableRow(
            .action,
            "unit /etc/backup.service start",
            """
            t:4:14: error RT315: `/etc/backup.service` is not the name of a service
               4 |         unit /etc/backup.service start
                 |              ^~~~~~~~~~~~~~~~~~~
                 = help: a unit is named as in `backup.service` or `play@$(episode).service`: of letters, digits and \
            `:-_.\\`, in at most 255 bytes
            """),
        TableRow(
            .action,
            "unit play@.service start",
            """
            t:4:14: error RT315: `play@.service` is a template, which cannot be started itself
               4 |         unit play@.service start
                 |              ^~~~~~~~~~~~~
                 = help: write the instance, as in `play@main.service`, or an input in its place
            """),
        TableRow(
            .action,
            "unit backup.service stop",
            """
            t:4:29: error RT315: `stop` is not a job for a unit
               4 |         unit backup.service stop
                 |                             ^~~~
                 = help: one of: start, restart, reload
            """),
        TableRow(
            .action,
            "input x slug\n        unit $(x).service start",
            """
            t:5:14: error RT307: the value would choose the unit
               5 |         unit $(x).service start
                 |              ^~~~~~~~~~~~
                 = help: write the unit out; a value can be the instance of a template, as in `play@$(x).service`
            """),
        TableRow(
            .action,
            "input x slug\n        input y slug\n        unit a@$(x)$(y).service start",
            """
            t:6:14: error RT307: the name of a unit has one placeholder at most
               6 |         unit a@$(x)$(y).service start
                 |              ^~~~~~~~~~~~~~~~~~
                 = help: make one input of it, or write the rest of the instance out
            """),
        TableRow(
            .action,
            "unit a@$(x).service start",
            """
            t:4:16: error RT308: the action has no input `x`
               4 |         unit a@$(x).service start
                 |                ^~~~
                 = help: declare it: `input x TYPE`
            """),
        TableRow(
            .action,
            "input x slug?\n        unit a@$(x).service start",
            """
            t:5:14: error RT309: the input `x` may be missing, and an instance cannot be
               5 |         unit a@$(x).service start
                 |              ^~~~~~~~~~~~~~
                 = help: give it a default: `input x TYPE = VALUE`
            """),
        TableRow(
            .action,
            "input x string = X secret\n        unit a@$(x).service start",
            """
            t:5:14: error RT307: the input `x` is secret, and all users see the names of units
               5 |         unit a@$(x).service start
                 |              ^~~~~~~~~~~~~~
                 = help: pass an input that is not secret
            """),
        TableRow(
            .action,
            "input x digits(260)\n        unit a@$(x).service start",
            """
            t:5:14: error RT307: no value of the type `digits(260)` fits in the name of a unit
               5 |         unit a@$(x).service start
                 |              ^~~~~~~~~~~~~~
                 = help: a name has at most 255 bytes: give the input a shorter type
            """),
        TableRow(
            .action,
            "input x slug = x\n        unit backup.service start",
            """
            t:5:9: warning RT312: the unit does not get the input `x`
               5 |         unit backup.service start
                 |         ^~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: pass it, or remove the input
            """),
        TableRow(
            .action,
            "unit backup.service start\n        output 4k",
            """
            t:5:9: error RT102: `output` is a line of `exec`
               5 |         output 4k
                 |         ^~~~~~
                 = help: remove it: `unit` does not have it
            """),
        TableRow(.action, "input x slug = x\n        unit a@x-$(x)\\x2dy.service restart\n        timeout 2m", ""),
        TableRow(.action, "unit a@b.service reload", ""),
    ])
    func `a unit is read or reported`(_ row: TableRow) { row.check() }
}
