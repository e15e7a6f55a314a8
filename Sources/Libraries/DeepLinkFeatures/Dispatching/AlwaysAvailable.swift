/// The mark of an action that can be performed at any time.
public enum AlwaysAvailable {}
