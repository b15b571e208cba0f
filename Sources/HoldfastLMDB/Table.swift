import CHoldfastLMDB

/// A table of an open environment: plain keys and values, ordered by the bytes of the key.
///
/// Tables with several values a key are not offered: deleting from them while iterating loses rows in every LMDB release.
package struct Table: Sendable, Hashable {
    let index: Int
}

/// What an environment looks for when it opens.
package struct TableName: Sendable, Hashable {
    package let text: String
    package init(_ text: String) { self.text = text }
}
