extension Interface {
    /// The description of `io.deeplinkd.Features`.
    static let featuresText = """
        # Tells which features the route tables declare and whether they are available to the caller, and moves switches.
        interface io.deeplinkd.Features

        # Whether a feature can be used by the caller now.
        type Availability (
            # Every constraint is met.
            available,
            # A constraint is definitely not met.
            blocked,
            # No constraint is definitely unmet, but one could not be determined.
            pending
        )

        \(constraintTypes)

        # One feature.
        type Feature (
            # The names from the outermost feature to this one, joined by slashes: Podcasts/SmartPlaylists.
            path: string,
            # The last name of the path.
            name: string,
            # The path of the feature around it; absent for an outermost one.
            parent: ?string,
            # What it is, for people.
            description: ?string,
            # Whether the caller can use it now.
            status: Availability,
            # The code that every link of this feature gets; absent where it is available.
            code: ?string,
            # The id of the constraint that decides the code.
            primary: ?string,
            # Every constraint of the feature and of those above it; from Describe only.
            constraints: ?[]ConstraintReport,
            # The names of its actions.
            actions: []string,
            # The names of its routes.
            routes: []string,
            # How many names of actions and routes are left out, since there are too many; absent where none is.
            unlisted: ?int
        )

        # Lists the features, parents before their children, at most 256 in one answer.
        method List(
            # Whose facts count, as uid:1000 or account:ann; yours if absent. Only delegates and operators may name others.
            subject: ?string,
            # For the next page: what the last one said as next. The first page if absent. A path that the table in force
            # does not declare is InvalidParameter.
            after: ?string
        ) -> (
            # One entry for each feature of the page.
            features: []Feature,
            # What to ask for as after, to get the next page; absent on the last one.
            next: ?string
        )

        # Tells everything about one feature. An unknown one is InvalidParameter.
        method Describe(
            # The path, or the last name where that is unique.
            feature: string,
            # Whose facts count, as uid:1000 or account:ann; yours if absent. Only delegates and operators may name others.
            subject: ?string
        ) -> (
            # The feature with its constraints.
            feature: Feature
        )

        # Tells what the features are now, and again whenever some have changed, at most ten times a second. Call it with
        # more. Changes that come faster, or that you do not read in time, are told together. More than 256 features are told
        # in several answers.
        method Watch(
            # For whom, as uid:1000, account:ann or machine; for you if absent. Only delegates and operators may name others;
            # who may no longer, after a reload, is told PermissionDenied.
            subject: ?string
        ) -> (
            # The features that are not as they were told last; all of them at first.
            features: []Feature,
            # The paths of features that a new table does not declare any more.
            removed: []string
        )

        # Moves a switch of yours: one of a feature that requires a toggle. Any other feature is InvalidParameter. You are
        # answered when the disk has it.
        method SetToggle(
            # The path, or the last name where that is unique.
            feature: string,
            # Where it is to stand; back at its default if absent.
            on: ?bool,
            # Whose switch, as uid:1000, account:ann or machine; yours if absent. Only delegates and operators may name
            # others, and only operators the machine.
            subject: ?string
        ) -> (
            # Whether it outlives the daemon. It does not where the daemon was started without a state directory.
            durable: bool
        )

        # Moves the operator's switch of a feature that requires runtime. For operators only. While the ledger is
        # unavailable it is moved in memory, and written down once the ledger is back. That DeepLinking is off is also kept
        # in a file beside the ledger, and outlives the daemon where that file was written.
        method SetRuntime(
            # The path, or the last name where that is unique.
            feature: string,
            # Where it is to stand; back at its default if absent.
            on: ?bool
        ) -> (
            # Whether it outlives the daemon.
            durable: bool
        )

        # The ledger could not keep the change, and nothing has changed.
        error NotKept (
            # A stable name: ledger.full and others; ledger.unavailable for anyone but operators where the ledger fails.
            code: string,
            # What is wrong, and what to do about it.
            reason: string
        )

        """
}
