import Contract
import Links
import Matching

extension CandidateReport {
    /// Says as data what the sentence says in words: at which segment or key the route and the link part, or why the winner
    /// wins.
    mutating func locate(_ candidate: Candidate, _ link: Link, in ruleset: Ruleset) {
        let route = ruleset.routes[row: candidate.rule]
        switch candidate.failure {
        case .segment(let number), .tooShort(let number), .tooLong(let number): segment = Int64(number + 1)
        case .query(let condition, let item, let fault):
            key = InputFault(fault, condition: condition, item: item, of: route, in: link).name
        case .beaten(let winner): because = ruleset.routes[row: winner].advantage(over: route).rawValue
        case .except, nil: break
        }
    }
}
