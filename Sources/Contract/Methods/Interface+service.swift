extension Interface {
    /// The description of `org.varlink.service`.
    static let serviceText = """
        # What every Varlink service tells about itself, and the errors that any method may answer with.
        interface org.varlink.service

        # Tells what this service is and which interfaces it has.
        method GetInfo() -> (
            # Who makes it.
            vendor: string,
            # What it is called.
            product: string,
            # Its version.
            version: string,
            # Where to read about it.
            url: string,
            # The full names of its interfaces, this one included.
            interfaces: []string
        )

        # Tells how an interface is defined, in the language that you are reading.
        method GetInterfaceDescription(
            # The interface's full name.
            interface: string
        ) -> (
            # The definition with its comments.
            description: string
        )

        # The service does not have this interface.
        error InterfaceNotFound (
            # Its full name.
            interface: string
        )

        # The interface does not define this method.
        error MethodNotFound (
            # Its full name.
            method: string
        )

        # The method is defined but cannot be called this way; here, with the upgrade flag, which no method supports.
        error MethodNotImplemented (
            # Its full name.
            method: string
        )

        # A parameter is unknown, missing, or not of its type.
        error InvalidParameter (
            # Its name.
            parameter: string
        )

        # The caller may not do this.
        error PermissionDenied ()

        # The method has to be called with the more flag.
        error ExpectedMore ()

        # The method has to be called with the upgrade flag.
        error ExpectedUpgrade ()

        """
}
