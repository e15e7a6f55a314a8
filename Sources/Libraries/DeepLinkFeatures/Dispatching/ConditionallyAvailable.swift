/// The mark of an action that must be requested first, because its feature may not be available.
public enum ConditionallyAvailable {}
