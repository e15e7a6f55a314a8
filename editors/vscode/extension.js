// Starts `deeplinkctl lsp` for route tables and files of test cases.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = function () {
    const command = vscode.workspace.getConfiguration("deeplinkd").get("path", "deeplinkctl");
    client = new LanguageClient(
        "deeplinkctl",
        "deeplinkctl",
        { command, args: ["lsp"] },
        {
            documentSelector: [{ language: "deeplinkd" }],
            // A table includes files that no window shows.
            synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{conf,cases}") },
        });
    return client.start();
};

exports.deactivate = function () {
    return client && client.stop();
};
