extension PermissionStatus {
    /// What an app's values in the desktop portal's permission store say.
    ///
    /// *Shape*: of a location the accuracy and the time of the last use; of anything else one word.
    package init(stored values: [String], in table: String) {
        self =
            switch (table, values.first) {
            case ("location", "NONE"): .denied
            case ("location", "COUNTRY"), ("location", "CITY"), ("location", "NEIGHBORHOOD"), ("location", "STREET"),
                ("location", "EXACT"):
                .authorized
            case ("location", _): .notDetermined
            case (_, "yes"): .authorized
            case (_, "no"): .denied
            default: .notDetermined
            }
    }
}
