internal import Conf
internal import Contract

extension Picture {
    /// The picture as one page, which loads nothing: it can be searched, and a link can be tried in it.
    ///
    /// - Parameter data: decides the links.
    package func html(_ data: DecisionData) -> String {
        // Strings alone can have the end of an element in them, and there each `<` is escaped.
        let json = Escaping.json(JSONText.text(of: data.value)).replacing("<", with: "\\u003c")
        let name = SVGPicture.escaped(title)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta http-equiv="Content-Security-Policy" \
            content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
            <title>\(name)</title>
            <style>
            \(SVGPicture.style)\(PageParts.style)</style>
            </head>
            <body>
            <header>
            <h1>\(name)</h1>
            <form id="search-form" role="search">
            <label for="search">Search</label>
            <input id="search" type="search" placeholder="route, action, feature, condition" \
            autocomplete="off" spellcheck="false">
            <output id="hits" for="search"></output>
            </form>
            <form id="link-form">
            <label for="link">Try a link</label>
            <input id="link" type="text" placeholder="scheme://…" autocomplete="off" spellcheck="false">
            <button>Decide</button>
            </form>
            <section id="answer" aria-live="polite" hidden></section>
            </header>
            <main tabindex="0">
            \(SVGPicture(self).text(isFile: false))</main>
            <script type="application/json" id="data">\(json)</script>
            <script>
            \(PageParts.walker)\(PageParts.script)</script>
            </body>
            </html>

            """
    }
}
