/// The manual's texts about codes of packages.
enum PackageCodes {
    static let duplicatePackage = DiagnosticHelp(
        "Two files are the same package",
        """
        Two files that are found or named begin with the same `package` line, so names in them could not be told apart.
        The file of the package that is in force keeps the name, else the first by file name. Choose another name, or
        include one of the files from the other.
        """,
        noExample: "it takes two files")

    static let includedPackage = DiagnosticHelp(
        "An included file names another package",
        """
        An included file belongs to the package of the including one, and this one begins with another `package` line.
        Remove the line. A package of its own stands in `routes.conf.d`, or is named with a `-f` of its own.
        """,
        noExample: "it takes two files")

    static let foreignProduct = DiagnosticHelp(
        "The product belongs to another package",
        """
        A package names the products that it declares, and those that are declared outside of packages; who grants a
        product is said where the product is declared. So the loss of a package is no error of another file. Write the line
        there, or declare a product of your own.
        """,
        noExample: "it takes two files")
}
