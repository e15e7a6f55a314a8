/// What can be performed at any time.
public enum AlwaysAvailable {}
