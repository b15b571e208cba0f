/// Where the panes stand.
struct StepperLayout: Equatable, Sendable {
    struct Place: Equatable, Sendable {
        var pane: StepperModel.Pane
        var column: Int
        var row: Int
        var width: Int
        /// With the rule at its top.
        var height: Int
        /// Other panes that Tab shows in its place.
        var isShared = false
    }

    static let columnsMin = 40
    static let rowsMin = 12
    /// From here on two panes stand side by side.
    static let columnsWide = 76

    var places: [Place] = []
    /// Column of the rule between the two sides; `nil` where there is one side.
    var divider: Int?
    var hasRuler = false

    /// `nil` where the screen is too small for anything.
    init?(columns: Int, rows: Int, selected: StepperModel.Pane, isZoomed: Bool) {
        guard columns >= Self.columnsMin, rows >= Self.rowsMin else { return nil }
        hasRuler = rows >= 16
        let top = hasRuler ? 2 : 1
        let height = rows - top - 1
        if isZoomed {
            places = [Place(pane: selected, column: 0, row: top, width: columns, height: height)]
        } else if columns >= Self.columnsWide {
            divide(columns, top, height, selected)
        } else {
            stack(columns, top, height, selected)
        }
    }

    private mutating func divide(_ columns: Int, _ top: Int, _ height: Int, _ selected: StepperModel.Pane) {
        let left = min(columns * 11 / 20, columns - 35)
        divider = left
        let upper = max(6, height * 9 / 20)
        places = [
            Place(pane: .event, column: 0, row: top, width: left, height: upper),
            Place(pane: .changes, column: 0, row: top + upper, width: left, height: height - upper),
        ]
        let (start, width) = (left + 1, columns - left - 1)
        guard height >= 19 else {
            let pane = selected.isAtTheLeft ? .item : selected
            places.append(Place(pane: pane, column: start, row: top, width: width, height: height, isShared: true))
            return
        }
        let (item, environment) = (height >= 28 ? 10 : 8, height >= 28 ? 8 : 6)
        let queue = height - item - environment
        places += [
            Place(pane: .item, column: start, row: top, width: width, height: item),
            Place(pane: .queue, column: start, row: top + item, width: width, height: queue),
            Place(pane: .environment, column: start, row: top + item + queue, width: width, height: environment),
        ]
    }

    private mutating func stack(_ columns: Int, _ top: Int, _ height: Int, _ selected: StepperModel.Pane) {
        func place(_ pane: StepperModel.Pane, _ row: Int, _ height: Int, isShared: Bool = false) -> Place {
            Place(pane: pane, column: 0, row: row, width: columns, height: height, isShared: isShared)
        }
        guard height < 34 else {
            let (event, item, environment) = (9, 8, 7)
            let changes = (height - event - item - environment) / 2
            var row = top
            for (pane, size) in [
                (StepperModel.Pane.event, event), (.changes, changes), (.item, item),
                (.queue, height - event - item - environment - changes), (.environment, environment),
            ] {
                places.append(place(pane, row, size))
                row += size
            }
            return
        }
        let upper = max(4, height * 2 / 5)
        places = [
            place(.event, top, upper),
            place(selected == .event ? .changes : selected, top + upper, height - upper, isShared: true),
        ]
    }
}

extension StepperLayout {
    /// Lets a pane that is too short for what it holds have the lines that others on its side do not need.
    ///
    /// - Parameter needs: lines that each pane would fill, without its rule.
    mutating func balance(_ needs: [StepperModel.Pane: Int]) {
        for side in Set(places.map(\.column)) {
            let members = places.indices.filter { places[$0].column == side }
            for short in members {
                for other in members where other != short {
                    let lacking = (needs[places[short].pane] ?? 0) + 1 - places[short].height
                    let spare = places[other].height - max(2, (needs[places[other].pane] ?? 0) + 1)
                    guard lacking > 0, spare > 0 else { continue }
                    places[short].height += min(lacking, spare)
                    places[other].height -= min(lacking, spare)
                }
            }
            var row = members.first.map { places[$0].row } ?? 0
            for member in members {
                places[member].row = row
                row += places[member].height
            }
        }
    }
}

extension StepperModel.Pane {
    var isAtTheLeft: Bool { self == .event || self == .changes }
}
