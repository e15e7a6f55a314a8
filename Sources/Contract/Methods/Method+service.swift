extension Method {
    package static let getInfo = Method(
        "GetInfo", of: .service, request: .getInfo, reply: .service(ServiceDescription()),
        "Names this service and the interfaces that it has.")
    package static let getInterfaceDescription = Method(
        "GetInterfaceDescription", of: .service, request: .getInterfaceDescription(interface: ""),
        reply: .description(""), "Gives the definition of an interface, in the language that you are reading.")
}
