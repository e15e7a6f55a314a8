package import Conf
import Contract

/// Reads a file of cases with the files that it includes: `include shop.cases`, relative to the file with the line.
///
/// Each file is read once. The bytes and the number of all files together are bounded as those of a table are.
package struct CaseDocuments {
    /// The file itself first; each has its place as its number.
    package private(set) var documents: [ConfDocument] = []
    /// For each document the word that names it; nil for the file itself.
    package private(set) var includes: [SourceRange?] = []
    private var seen: Set<TableFile.Identity> = []
    private var names: Set<String> = []
    private var (byteCount, includeCount) = (0, 0)

    /// Reads the files; what is wrong with one is reported at the word that names it.
    ///
    /// - Parameter read: reads the file of a path.
    package init(
        _ file: TableFile, diagnostics: inout Diagnostics, read: (_ path: String) throws(TableFault) -> TableFile
    ) {
        take(file, at: nil, diagnostics: &diagnostics)
        var next = 0
        while next < documents.count {
            let document = documents[next]
            next += 1
            for statement in document.roots where document.hasDirective(CaseFileDirective.include.rawValue, statement) {
                // The reader of the cases reports one that is not well-formed.
                guard document.wordCount(of: statement) == 2, !document.statements[statement].isDamaged else {
                    continue
                }
                let place = document.place(1, of: statement)
                let path = Self.path(document.text(of: document.word(1, of: statement)), beside: document.name)
                include(path, at: place, diagnostics: &diagnostics, read)
            }
        }
    }

    /// The word of the file itself by which a document is included, by itself or by others; nil for the file itself.
    package func include(of document: Int) -> SourceRange? {
        var place = includes[document]
        while let outer = place, outer.file != 0 { place = includes[outer.file] }
        return place
    }

    /// A path as a file names it, relative to that file.
    package static func path(_ path: String, beside file: String) -> String {
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }

    private mutating func include(
        _ path: String, at place: SourceRange, diagnostics: inout Diagnostics,
        _ read: (_ path: String) throws(TableFault) -> TableFile
    ) {
        // Counted before the file is read: one line costs a few bytes, and a file many.
        includeCount += 1
        guard includeCount < Limits.tableFiles, byteCount <= Limits.tableBytes else {
            return diagnostics.report(
                .tooMany, at: place,
                "the files of cases up to this one have more than \(Limits.tableBytes) bytes, or are more than "
                    + "\(Limits.tableFiles)", help: "split the cases")
        }
        do throws(TableFault) {
            let file = try read(path)
            guard isNew(file) else {
                return diagnostics.report(
                    .includedTwice, at: place, "this file was read already", help: "remove the line")
            }
            take(file, at: place, diagnostics: &diagnostics)
        } catch {
            diagnostics.report(error.code, at: place, error.message, help: error.help)
        }
    }

    private func isNew(_ file: TableFile) -> Bool {
        guard let identity = file.identity else { return !names.contains(file.name) }
        return !seen.contains(identity)
    }

    private mutating func take(_ file: TableFile, at place: SourceRange?, diagnostics: inout Diagnostics) {
        if let identity = file.identity { seen.insert(identity) }
        names.insert(file.name)
        byteCount += file.bytes.count
        includes.append(place)
        documents.append(
            ConfParser.parse(file.bytes, name: file.name, file: documents.count, diagnostics: &diagnostics))
    }
}
