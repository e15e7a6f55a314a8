/// Numbers distinct keys from 0, in the order of their first use.
struct Numbering<Key: Hashable> {
    private var numbers: [Key: Int] = [:]
    private var latest: (key: Key, number: Int)?

    /// The number of a key; for a new key, the number of keys before it.
    mutating func number(of key: Key) -> Int {
        // Neighbouring routes of a table mostly have the same form.
        if let latest, latest.key == key { return latest.number }
        let count = numbers.count
        let number = numbers[key, default: count]
        if number == count { numbers[key] = number }
        latest = (key, number)
        return number
    }
}
