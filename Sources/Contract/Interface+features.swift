extension Interface {
    /// The description of `io.deeplinkd.Features`.
    static let featuresText = """
        # Tells which features the route tables declare and whether they are available to the caller.
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
            routes: []string
        )

        # Lists all features, parents before their children.
        method List() -> (
            # One entry for each feature.
            features: []Feature
        )

        # Tells everything about one feature. An unknown one is InvalidParameter.
        method Describe(
            # The path, or the last name where that is unique.
            feature: string
        ) -> (
            # The feature with its constraints.
            feature: Feature
        )

        """
}
