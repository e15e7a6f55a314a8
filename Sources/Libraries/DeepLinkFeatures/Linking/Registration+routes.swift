extension Registration {
    /// Takes down the routes of a feature; what they say is read when all features are known.
    mutating func addRoutes(of feature: any RoutedFeature.Type, to number: Int) {
        let builder = FeatureRoutesBuilder()
        feature.routes(builder)
        let path = drafts[number].path
        for route in builder.routes {
            guard ObjectIdentifier(route.feature) == ObjectIdentifier(feature) else {
                errors.append(
                    .routing(.foreignAction(feature: path, route: route.pattern, action: route.action.name)))
                continue
            }
            guard drafts[number].actions.contains(where: { $0.action == route.action }) else {
                errors.append(
                    .routing(.undeclaredAction(feature: path, route: route.pattern, action: route.action.name)))
                continue
            }
            drafts[number].routes.append(route)
        }
    }
}
