// Rows for reading: the same fields that are stored, so that nothing stored stays unseen. A machine at rest has no field.

extension Item {
    package var described: [DescribedField] { FieldDescriber.describe(stored) }
}

extension Device {
    package var described: [DescribedField] { FieldDescriber.describe(DeviceRow(value: self)) }
}

extension Totals {
    package var described: [DescribedField] { FieldDescriber.describe(TotalsRow(value: self)) }
}

extension Feature {
    package var described: [DescribedField] {
        FieldDescriber.describe(FeatureRow(needs: needs, contentItems: contentItems, whenUnmet: whenUnmet))
    }
}

extension Group {
    package var described: [DescribedField] { FieldDescriber.describe(stored) }
}

extension TimelineEntry {
    package var fields: [DescribedField] { FieldDescriber.describe(self) }
}

extension UsageSum {
    package var fields: [DescribedField] { FieldDescriber.describe(self) }
}

extension EndedAttempt {
    package var fields: [DescribedField] { FieldDescriber.describe(self) }
}

extension Deletion {
    package var fields: [DescribedField] { FieldDescriber.describe(self) }
}
