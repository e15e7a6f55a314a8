import Foundation
import TestSupport

extension SharedData {
    /// The objects of a JSON array, without the strings between them, which are comments.
    static func rows(_ path: String) throws -> [[String: Any]] {
        guard let folder else { return [] }
        let data = try Data(contentsOf: folder.appendingPathComponent(path))
        let rows = try JSONSerialization.jsonObject(with: data) as? [Any] ?? []
        return rows.compactMap { $0 as? [String: Any] }
    }
}
