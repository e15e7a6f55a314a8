extension Method {
    package static let getInfo = Method(
        "GetInfo", of: .service, request: .getInfo, reply: .service(.blank),
        "Tells what this service is and which interfaces it has.")
    package static let getInterfaceDescription = Method(
        "GetInterfaceDescription", of: .service, request: .getInterfaceDescription(interface: ""),
        reply: .description(""), "Tells how an interface is defined, in the language that you are reading.")
}
