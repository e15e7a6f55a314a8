extension WebServer {
    /// The server: one thread for each connection, and a function for each path.
    static let script = #"""
        import gzip, hashlib, itertools, json, os, socket, ssl, struct, sys, threading, time

        folder = sys.argv[1]
        numbers = itertools.count(1)
        lock = threading.Lock()

        def note(name, text):
            with lock, open(folder + "/" + name, "a") as file:
                file.write(text)

        def answer(body=b"", *lines, status="200 OK"):
            head = ["HTTP/1.1 " + status, *lines, "Content-Length: %d" % len(body), "", ""]
            return "\r\n".join(head).encode("latin-1") + body

        def chunk(body):
            return b"%x\r\n%s\r\n" % (len(body), body)

        CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"

        def forever(connection, first, again):
            connection.sendall(first)
            while True:
                connection.sendall(again)

        def wait_for_end(connection):
            while connection.recv(65536):
                pass

        # Each sends what it sends, and returns whether the connection is kept.
        def echo(connection, request, body):
            text = json.dumps({"line": request["line"], "body": request["body"]}).encode()
            connection.sendall(answer(text, "Content-Type: application/JSON; charset=utf-8", "X-Shop:  yes "))
            return True

        def slow(connection, request, body):
            wait_for_end(connection)

        def cut(connection, request, body):
            pass

        def reset(connection, request, body):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

        def half(connection, request, body):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")

        def half_header(connection, request, body):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Len")

        def stall(connection, request, body):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
            wait_for_end(connection)

        def long_header(connection, request, body):
            forever(connection, b"HTTP/1.1 200 OK\r\n", b"X-Filler: " + b"x" * 1000 + b"\r\n")

        def long_line(connection, request, body):
            forever(connection, b"HTTP/1.1 200 OK\r\nX-Filler: ", b"x" * 1000)

        def interim_flood(connection, request, body):
            forever(connection, b"", b"HTTP/1.1 100 Continue\r\n\r\n")

        def interim(connection, request, body):
            connection.sendall(b"HTTP/1.1 100 Continue\r\nContent-Type: text/wrong\r\n\r\n")
            connection.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </style>\r\n\r\n")
            connection.sendall(answer(b"late", "Content-Type: text/plain"))
            return True

        def endless(connection, request, body):
            forever(connection, CHUNKED + b"\r\n", chunk(b"x" * 1000))

        def long_trailer(connection, request, body):
            forever(connection, CHUNKED + b"\r\n" + chunk(b"body") + b"0\r\n", b"X-Filler: " + b"x" * 1000 + b"\r\n")

        def chunked(connection, request, body):
            connection.sendall(CHUNKED + b"Content-Type: text/plain\r\nTrailer: Content-Type\r\n\r\n")
            connection.sendall(chunk(b"in two ") + chunk(b"parts") + b"0\r\nContent-Type: text/wrong\r\n\r\n")
            return True

        def bad_chunk(connection, request, body):
            connection.sendall(CHUNKED + b"\r\nzz\r\nnot a chunk\r\n")
            wait_for_end(connection)

        def redirect(connection, request, body):
            target = request["line"].split(" ")[1].split("?")[1]
            connection.sendall(answer(b"", "Location: http://127.0.0.1:%s/secret" % target, status="302 Found"))
            return True

        def bomb(connection, request, body):
            packed = gzip.compress(b"0" * (20 << 20))
            connection.sendall(answer(packed, "Content-Encoding: gzip", "Content-Type: application/json"))
            return True

        def transfer_bomb(connection, request, body):
            packed = gzip.compress(b"0" * (20 << 20))
            connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n")
            connection.sendall(chunk(packed) + b"0\r\n\r\n")

        def garbage(connection, request, body):
            connection.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")

        def until_end(connection, request, body):
            connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nuntil the end")

        def switch(connection, request, body):
            connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n\0\0")

        def busy(connection, request, body):
            connection.sendall(answer(b"{}", "Retry-After: 7", status="429 Too Many Requests"))
            return True

        def two_lengths(connection, request, body):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n12345")

        def huge_length(connection, request, body):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n12345")

        def negative_length(connection, request, body):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n12345")

        def cookie(connection, request, body):
            connection.sendall(answer(b"", "Set-Cookie: session=1; Path=/"))
            return True

        # Closes the connection after its answer, without saying so.
        def leave(connection, request, body):
            connection.sendall(answer(b"bye"))

        # The first answer on a connection is one; the second request is read, and the connection closed.
        def once(connection, request, body):
            if request["number"] == 1:
                connection.sendall(answer(b"once"))
                return True

        def secret(connection, request, body):
            connection.sendall(answer(b"secret"))
            return True

        def empty(connection, request, body):
            connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
            return True

        def head(connection, request, body):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\nContent-Type: text/plain\r\n\r\n")
            return True

        # The answer is the request's body.
        def bytes(connection, request, body):
            connection.sendall(body)

        paths = {name: each for name, each in globals().items() if callable(each)}

        def serve(connection):
            note("accepted", ".")
            connection_number = next(numbers)
            received, count = b"", 0
            while True:
                while b"\r\n\r\n" not in received:
                    more = connection.recv(65536)
                    if not more:
                        return
                    received += more
                top, received = received.split(b"\r\n\r\n", 1)
                line, *lines = top.decode("latin-1").split("\r\n")
                headers = {each.split(":", 1)[0].lower(): each.split(":", 1)[1].strip() for each in lines}
                length = int(headers.get("content-length", "0"))
                while len(received) < length:
                    received += connection.recv(65536)
                body, received = received[:length], received[length:]
                count += 1
                request = {"connection": connection_number, "number": count, "line": line, "headers": headers,
                           "body": body[:99].decode("latin-1"), "digest": hashlib.sha256(body).hexdigest()}
                note("log", json.dumps(request) + "\n")
                path = line.split(" ")[1].split("?")[0].strip("/").replace("-", "_")
                if not paths.get(path, echo)(connection, request, body):
                    return

        def accept(listening, context=None):
            def run(connection):
                try:
                    # A client that refuses the certificate ends the handshake.
                    with context.wrap_socket(connection, server_side=True) if context else connection as secured:
                        serve(secured)
                except OSError:
                    pass
                note("left", ".")
            while True:
                connection, _ = listening.accept()
                threading.Thread(target=run, args=(connection,), daemon=True).start()

        local = socket.socket(socket.AF_UNIX)
        local.bind(folder + "/socket")
        tcp, tls = socket.socket(), socket.socket()
        for each in (tcp, tls):
            each.bind(("127.0.0.1", 0))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder + "/certificate.pem", folder + "/key.pem")
        for each, secure in ((local, None), (tcp, None), (tls, context)):
            each.listen(4096)
            threading.Thread(target=accept, args=(each, secure), daemon=True).start()
        with open(folder + "/ports.new", "w") as file:
            file.write("%d %d" % (tcp.getsockname()[1], tls.getsockname()[1]))
        os.rename(folder + "/ports.new", folder + "/ports")
        threading.Event().wait()
        """#
}
