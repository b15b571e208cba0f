/// A field that has no fields of its own.
package struct FlatField: Sendable, Equatable {
    /// Place in `FieldFlattener.columns`.
    package var column: Int
    package var value: FlatValue
}

package enum FlatValue: Sendable, Equatable {
    /// A count, or a time in microseconds since 1970 UTC, as the column says.
    case number(Int64)
    /// Place in `FieldFlattener.tokens`.
    case token(Int)
}

/// Takes rows apart into their innermost fields, each under one small number: for whoever keeps very many versions of rows.
///
/// Kinds of rows, paths and values that occurred before are found again by their numbers, so that two versions of a row are compared
/// without making a text of either.
package struct FieldFlattener {
    package struct Column: Sendable {
        /// What the row is: `item`, `totals`.
        package var kind: String
        /// Names from the outermost in, joined by points: `intent.priority`.
        package var name: String
        package var isTime: Bool
    }

    package private(set) var columns: [Column] = []
    /// Values as JSON texts: words, digests, lists, and numbers too large for a program that counts in floating point.
    package private(set) var tokens: [String] = []
    fileprivate var fields: [FlatField] = []
    private var places: [Place: Int] = [:]
    private var tokenPlaces: [String: Int] = [:]
    /// Names on the way to the field that comes next, and what stands for them in `places`.
    private var path: [(name: String, node: Int)] = []
    private var nodeCount = 0
    private var nodeColumns: [Int] = []
    private var json = JSONText()

    private struct Place: Hashable {
        var parent: Int
        var name: String
    }

    /// Numbers between minus and plus this are exact in a floating-point number of 64 bits.
    private static let exactMax: Int64 = 9_007_199_254_740_991

    package init() {}

    /// The fields of a row, in the order in which they are described.
    fileprivate mutating func fields(_ kind: String, of group: some FieldGroup) -> [FlatField] {
        fields.removeAll(keepingCapacity: true)
        path.removeAll(keepingCapacity: true)
        enter(kind)
        group.flatten(into: &self)
        leave()
        return fields
    }

    /// A row that is one text.
    package mutating func fields(_ kind: String, text: String) -> [FlatField] {
        fields.removeAll(keepingCapacity: true)
        path.removeAll(keepingCapacity: true)
        enter(kind)
        enter("value")
        add(token: text)
        leave()
        leave()
        return fields
    }

    fileprivate mutating func enter(_ name: String) {
        let place = Place(parent: path.last?.node ?? -1, name: name)
        let node: Int
        if let known = places[place] {
            node = known
        } else {
            node = nodeCount
            nodeCount += 1
            nodeColumns.append(-1)
            places[place] = node
        }
        path.append((name, node))
    }

    fileprivate mutating func leave() { path.removeLast() }

    /// Number of fields so far, for telling whether a group had any.
    fileprivate var count: Int { fields.count }

    /// The column of the path that was entered.
    private mutating func column() -> Int {
        guard let node = path.last?.node else { return 0 }
        if nodeColumns[node] >= 0 { return nodeColumns[node] }
        let names = path.map(\.name)
        columns.append(
            Column(
                kind: names.first ?? "", name: names.dropFirst().joined(separator: "."),
                isTime: FieldUnit.isTime(names.last ?? "")))
        nodeColumns[node] = columns.count - 1
        return columns.count - 1
    }

    fileprivate mutating func add(number: Int64) {
        let column = column()
        guard number.magnitude <= Self.exactMax.magnitude else {
            let text = columns[column].isTime ? TimeText.string(number) : "\(number)"
            return fields.append(FlatField(column: column, value: .token(token(json: "\"\(text)\""))))
        }
        fields.append(FlatField(column: column, value: .number(number)))
    }

    fileprivate mutating func add(token text: String) {
        json.removeAll()
        json.string(text)
        add(json: json.string)
    }

    fileprivate mutating func add(json text: String) {
        let column = column()
        fields.append(FlatField(column: column, value: .token(token(json: text))))
    }

    /// What `value` writes as JSON.
    fileprivate mutating func add(_ value: some FieldValue, field name: String) {
        json.removeAll()
        value.write(into: &json, field: name)
        add(json: json.string)
    }

    private mutating func token(json text: String) -> Int {
        if let known = tokenPlaces[text] { return known }
        tokens.append(text)
        tokenPlaces[text] = tokens.count - 1
        return tokens.count - 1
    }
}

extension FieldFlattener: FieldCoder {
    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value) throws(CodingFailure) {
        enter(name)
        value.flatten(into: &self, field: name)
        leave()
    }

    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value?) throws(CodingFailure) {
        guard let value else { return }
        enter(name)
        value.flatten(into: &self, field: name)
        leave()
    }
}

extension FieldValue {
    func flatten(into flattener: inout FieldFlattener, field name: String) { flattener.add(self, field: name) }
}

extension Int64 {
    func flatten(into flattener: inout FieldFlattener, field name: String) { flattener.add(number: self) }
}

extension UInt64 {
    func flatten(into flattener: inout FieldFlattener, field name: String) {
        if let number = Int64(exactly: self) {
            flattener.add(number: number)
        } else {
            flattener.add(token: String(self))
        }
    }
}

extension FieldGroup {
    /// A group without a field in it is told by itself: that it is there may be all that it says.
    func flatten(into flattener: inout FieldFlattener, field name: String) {
        let before = flattener.count
        flatten(into: &flattener)
        if flattener.count == before { flattener.add(json: "{}") }
    }

    fileprivate func flatten(into flattener: inout FieldFlattener) {
        var copy = self
        // Describing cannot fail: only decoding throws.
        try? copy.code(&flattener)
        guard !unknownFields.isEmpty else { return }
        for field in unknownFields.fields {
            flattener.enter("\(field.key)")
            flattener.add(token: TextForm.base64(field.bytes))
            flattener.leave()
        }
    }
}

extension FieldFlattener {
    package mutating func fields(_ item: Item) -> [FlatField] { fields("item", of: item.stored) }
    package mutating func fields(_ device: Device) -> [FlatField] { fields("device", of: DeviceRow(value: device)) }
    package mutating func fields(_ totals: Totals) -> [FlatField] { fields("totals", of: TotalsRow(value: totals)) }
    package mutating func fields(_ group: Group) -> [FlatField] { fields("group", of: group.stored) }
    package mutating func fields(_ feature: Feature) -> [FlatField] {
        fields(
            "feature",
            of: FeatureRow(needs: feature.needs, contentItems: feature.contentItems, whenUnmet: feature.whenUnmet))
    }
}
