// What the tests of the language server run in the editors.

/// Scripts for editors.
enum EditorScripts {
    /// Opens a file in Neovim, and types texts into it, one after the other; prints what is shown of each as JSON.
    ///
    /// The environment has the lines of the manual for `init.lua`, the file, and the texts. Each text is put in the place
    /// of the lines that differ, as if it were typed, so Neovim sends small changes and not the whole file.
    static let neovim = """
        dofile(vim.env.LINES_OF_MANUAL)
        local sent = {}
        vim.lsp.handlers["textDocument/publishDiagnostics"] = (function(original)
            return function(err, result, context, config)
                sent[vim.uri_to_fname(result.uri)] = result.version
                return original(err, result, context, config)
            end
        end)(vim.lsp.handlers["textDocument/publishDiagnostics"])
        vim.cmd("edit " .. vim.env.TYPED_FILE)
        local buffer = vim.api.nvim_get_current_buf()
        assert(vim.wait(20000, function() return sent[vim.env.TYPED_FILE] ~= nil end, 5), "no diagnostics")

        local function type_text(text)
            local new = vim.split(text, "\\n", { plain = true })
            if new[#new] == "" then new[#new] = nil end
            local old = vim.api.nvim_buf_get_lines(buffer, 0, -1, true)
            local first, last = 1, 0
            while first <= #old and first <= #new and old[first] == new[first] do first = first + 1 end
            while last < #old - first + 1 and last < #new - first + 1 and old[#old - last] == new[#new - last] do
                last = last + 1
            end
            local lines = {}
            for index = first, #new - last do lines[#lines + 1] = new[index] end
            vim.api.nvim_buf_set_lines(buffer, first - 1, #old - last, true, lines)
            -- A request sends the changes that wait.
            vim.lsp.buf_request_sync(
                buffer, "textDocument/documentSymbol", { textDocument = { uri = vim.uri_from_bufnr(buffer) } }, 20000)
            local version = vim.lsp.util.buf_versions[buffer]
            assert(vim.wait(20000, function() return sent[vim.env.TYPED_FILE] == version end, 5), "no diagnostics")
            local found = {}
            for _, diagnostic in ipairs(vim.diagnostic.get(buffer)) do
                local message = vim.split(diagnostic.message, "\\n", { plain = true })[1]
                local code = diagnostic.code or diagnostic.user_data.lsp.code
                found[#found + 1] = { diagnostic.lnum + 1, diagnostic.col + 1, code, message }
            end
            table.sort(found, function(a, b) return a[1] * 1000 + a[2] < b[1] * 1000 + b[2] end)
            return found
        end

        local shown = {}
        for _, text in ipairs(vim.fn.json_decode(vim.fn.readfile(vim.env.TYPED_TEXTS))) do
            shown[#shown + 1] = type_text(text)
        end
        io.stdout:write(vim.fn.json_encode(shown) .. "\\n")
        vim.cmd("qall!")
        """

    /// A session of pytest-lsp, whose client checks what it gets against the protocol and the abilities of the editor.
    static let pytest = """
        import os, pathlib
        import pytest, pytest_lsp
        from lsprotocol import types
        from pytest_lsp import ClientServerConfig, LanguageClient

        folder = pathlib.Path(os.environ["TABLES"])
        tool = os.environ["TOOL"]

        @pytest_lsp.fixture(
            params=["visual-studio-code", "neovim", "emacs"],
            config=ClientServerConfig(server_command=[tool, "lsp"]))
        async def client(request, lsp_client: LanguageClient):
            await lsp_client.initialize_session(types.InitializeParams(
                capabilities=pytest_lsp.client_capabilities(request.param),
                workspace_folders=[types.WorkspaceFolder(uri=folder.as_uri(), name="tables")]))
            yield
            await lsp_client.shutdown_session()

        def opened(client, name, text=None):
            uri = (folder / name).as_uri()
            text = (folder / name).read_text() if text is None else text
            client.text_document_did_open(types.DidOpenTextDocumentParams(
                types.TextDocumentItem(uri=uri, language_id="deeplinkd", version=1, text=text)))
            return uri, text

        def place(text, behind):
            before = text[:text.index(behind) + len(behind)]
            return types.Position(line=before.count("\\n"), character=len(before) - before.rfind("\\n") - 1)

        @pytest.mark.asyncio
        async def test_session(client: LanguageClient):
            uri, text = opened(client, "routes.conf")
            await client.wait_for_notification("textDocument/publishDiagnostics")
            assert not client.diagnostics[uri]
            document = types.TextDocumentIdentifier(uri=uri)

            hover = await client.text_document_hover_async(
                types.HoverParams(text_document=document, position=place(text, "quer")))
            assert "`query` in `route`" in hover.contents.value
            found = await client.text_document_completion_async(
                types.CompletionParams(text_document=document, position=place(text, "do p")))
            assert "play" in [item.label for item in found.items]
            there = await client.text_document_definition_async(
                types.DefinitionParams(text_document=document, position=place(text, "do pl")))
            assert there[0].range.start == place(text, "action ")
            symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
            assert "Playback" in [symbol.name for symbol in symbols]
            edit = await client.text_document_rename_async(types.RenameParams(
                text_document=document, position=place(text, "route sl"), new_name="nap"))
            assert sorted(pathlib.Path(uri).name for uri in edit.changes) == ["routes.cases", "routes.conf"]
            lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
            assert [lens.command.title for lens in lenses][:2] == ["4 cases · run", "1 case · run"]
            said = await client.workspace_execute_command_async(types.ExecuteCommandParams(
                command=lenses[0].command.command, arguments=lenses[0].command.arguments))
            assert said == "episode: 4 passed, 0 failed"

            start = place(text, "    route lat")
            start.character = 4
            client.text_document_did_change(types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=2),
                content_changes=[types.TextDocumentContentChangePartial(
                    range=types.Range(start, types.Position(start.line, 9)), text="rout")]))
            await client.wait_for_notification("textDocument/publishDiagnostics")
            wrong = client.diagnostics[uri][0]
            assert (wrong.code, wrong.range.start) == ("RT101", start)
            actions = await client.text_document_code_action_async(types.CodeActionParams(
                text_document=document, range=wrong.range, context=types.CodeActionContext(diagnostics=[wrong])))
            assert [action.title for action in actions] == ["Write `route`"]
            assert actions[0].edit.changes[uri][0].new_text == "route"
        """
}
