import AppLinks
import Testing

/// The tables of small files, as they are.
@Suite struct GoldenTests {
    private func expect(
        _ source: LinkSource, _ text: String, named name: String = "file", _ options: ImportOptions, _ lines: String,
        _ losses: [String], _ location: SourceLocation = #_sourceLocation
    ) throws {
        let table = try MadeTable(source, text, named: name, options, location)
        let body = table.made.text.split(separator: "\n", omittingEmptySubsequences: false).filter {
            !$0.hasPrefix("#")
        }
        #expect(body.drop(while: \.isEmpty).joined(separator: "\n") == lines + "\n", sourceLocation: location)
        let found = table.made.losses.map { "\($0.effect.rawValue) \($0.subject): \($0.sentence)" }
        #expect(found == losses, sourceLocation: location)
    }

    @Test func `a star inside a path is a pattern for each number of segments, and overlaps say over`() throws {
        var options = ImportOptions("a.example")
        options.depth = 2
        let file = #"""
            {"applinks":{"details":[{"appIDs":["ABCDE12345.a.App"],"components":[{"/":"/old/*","exclude":true},
            {"/":"/*/live/*"},{"/":"/old/*/x*"}]}]}}
            """#
        try expect(
            .apple, file, options,
            """
            host a.example {
                trailing-slash either
            }

            feature App {
                action open {
                    respond
                }
                route live /*/live do open {
                    except /old/**
                }
                route live-2 /*/live/** do open {
                    except /old/**
                }
                route live-3 /*/*/live do open {
                    except /old/**
                    over live-2
                }
                route live-4 /*/*/live/** do open {
                    except /old/**
                    over live-2
                }
            }
            """,
            [
                "narrower /*/live/*: a star inside the path stands for 2 segments at most",
                "narrower /old/*/x*: a star inside the path stands for 2 segments at most",
            ])
    }

    @Test func `a desktop entry starts its app`() throws {
        let file =
            "[Desktop Entry]\nType=Application\nName=My Radio\nIcon=radio\nExec=radio %u\nMimeType=x-scheme-handler/radio;audio/ogg;\n"
        try expect(
            .desktop, file, named: "/usr/share/applications/org.example.Radio.desktop", ImportOptions(),
            """
            scheme radio
            title "My Radio"
            icon radio

            feature My-Radio {
                action open {
                    launch org.example.Radio $(url)
                }
                route all /** do open
            }
            """,
            [
                "dropped MimeType: its types of files are no links",
                "narrower links with a user name, an empty segment or an encoded slash: each link is checked first",
            ])
    }

    @Test func `an OpenAPI description gives typed inputs`() throws {
        let file = #"""
            {"info":{"title":"Shop"},"servers":[{"url":"https://api.shop.example/v1/"}],"paths":{"/items/{id}":{"get":{"operationId":
            "showItem","parameters":[{"in":"path","name":"id","schema":{"type":"integer","minimum":1}},{"in":"query","name":"sort",
            "schema":{"enum":["price","name"]}},{"in":"query","name":"page[no]","required":true,"schema":{"$ref":"#/n"}}]},"post":{}},
            "/items":{"post":{}},"/a/{x}-{y}":{"get":{}}},"n":{"type":"integer"}}
            """#
        try expect(
            .openapi, file, ImportOptions(),
            """
            host api.shop.example

            feature Shop {
                action showitem {
                    input id uint
                    input sort price|name?
                    input page-no int
                    respond
                }
                action a-x-y {
                    respond
                }
                route showitem /v1/items/$(id:uint) do showitem {
                    query sort:price|name?
                    query page-no:int from "page[no]"
                }
                route a-x-y /v1/a/* do a-x-y
            }
            """,
            [
                "narrower /items: links are opened, as by `get`; it has post",
                "wider /a/{x}-{y}: a segment has one capture at most: this one takes any text",
            ])
    }

    @Test func `the routes of Rails have their names, and those without GET are left out`() throws {
        let file = """
              Prefix Verb   URI Pattern               Controller#Action
                root GET    /                         home#index
                show GET    /shows/:id(.:format)      shows#show
                     DELETE /shows/:id(.:format)      shows#destroy
               about GET    (/:locale)/about          pages#about
               files GET    /files/*path              files#show
            """
        try expect(
            .rails, file, ImportOptions("a.example"),
            """
            host a.example {
                trailing-slash either
            }

            feature Site {
                action root {
                    respond
                }
                action show {
                    input id string
                    respond
                }
                action about {
                    input locale string?
                    respond
                }
                action files {
                    input path **?
                    respond
                }
                route root / do root
                route show /shows/$(id) do show {
                    over about
                }
                route about /about /$(locale)/about do about {
                    over files
                }
                route files /files /files/$(path:**) do files
            }
            """,
            [
                "narrower (.:format): a link that names a format, as /shows.json, is not taken",
                "narrower DELETE /shows/:id(.:format): links are opened, as by GET",
            ])
    }

    @Test func `the elements of React Router are nested paths`() throws {
        let file = """
            <Routes>
              <Route file="root.tsx">
                <Route index file="./home.tsx" />
                <Route path="shows" element={<Shows on={() => { a > b }} />}>
                  <Route path=":id?" file='./show.tsx' />
                  <Route path={"tags/*"} />
                </Route>
              </Route>
            </Routes>
            """
        try expect(
            .react, file, ImportOptions("a.example"),
            """
            host a.example {
                trailing-slash either
            }

            feature Site {
                action root {
                    respond
                }
                action shows {
                    respond
                }
                action shows-id {
                    input id string?
                    respond
                }
                action shows-tags-rest {
                    input rest **?
                    respond
                }
                route root / do root
                route shows /shows do shows
                route shows-id /shows/$(id) do shows-id {
                    over shows-tags-rest
                }
                route shows-tags-rest /shows/tags /shows/tags/$(rest:**) do shows-tags-rest
            }
            """, ["narrower all routes: the case of letters counts: React Router takes other spellings"])
    }
}
