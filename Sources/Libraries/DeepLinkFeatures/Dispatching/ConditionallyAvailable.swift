/// What must be asked for first, since it may not be available.
public enum ConditionallyAvailable {}
