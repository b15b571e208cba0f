// The state at any step: for each field of each row the list of its values, found by halving. No step costs more than what it shows.

const columns = [];
for (let i = 0; i < source.columns.length; i += 2) {
  columns.push({ name: source.columns[i], path: source.columns[i].split('.'), isTime: source.columns[i + 1] });
}
const rowKinds = source.rowKinds;
const rowKeys = source.rowKeys;
const titles = new Map();
for (let i = 0; i < source.titles.length; i += 2) titles.set(source.titles[i], source.titles[i + 1]);

const tokens = source.tokens;
const parsedTokens = new Array(tokens.length);
function token(place) {
  if (parsedTokens[place] === undefined) parsedTokens[place] = JSON.parse(tokens[place]);
  return parsedTokens[place];
}

const changes = (() => {
  const count = source.changeCount;
  const steps = new Uint32Array(count);
  const cells = new Uint32Array(count);
  const values = new Float64Array(count);
  const isToken = new Uint8Array(count);
  const starts = new Uint32Array(stepCount + 2);
  const numbers = new Numbers(source.changes);
  let next = 0;
  for (let step = 0; step <= stepCount; step++) {
    starts[step] = next;
    for (let rowCount = numbers.whole(); rowCount > 0; rowCount--) {
      const row = numbers.whole();
      for (let fieldCount = numbers.whole(); fieldCount > 0; fieldCount--) {
        steps[next] = step;
        cells[next] = row * columns.length + numbers.whole();
        values[next] = numbers.tagged();
        isToken[next] = numbers.isToken ? 1 : 0;
        next++;
      }
    }
  }
  starts[stepCount + 1] = next;
  const grouped = groupBy(cells, rowKinds.length * columns.length);
  const orderedSteps = new Uint32Array(count);
  for (let i = 0; i < count; i++) orderedSteps[i] = steps[grouped.items[i]];
  return { steps, cells, values, isToken, starts, cellStarts: grouped.starts, order: grouped.items, orderedSteps };
})();

/** The value that a change brought: `undefined` where the field went. */
function valueOf(change) {
  const value = changes.values[change];
  if (changes.isToken[change]) return value === 0 ? undefined : token(value - 1);
  return columns[changes.cells[change] % columns.length].isTime ? value + records.times[changes.steps[change]] : value;
}

/** The change that a field's value at a step goes back to, or -1. */
function changeAt(row, column, step) {
  const cell = row * columns.length + column;
  const low = changes.cellStarts[cell];
  const found = lastNotAbove(changes.orderedSteps, step, low, changes.cellStarts[cell + 1]);
  return found < low ? -1 : changes.order[found];
}

function fieldAt(row, column, step) {
  const change = changeAt(row, column, step);
  return change < 0 ? undefined : valueOf(change);
}

const columnsOfKind = new Map();
for (let row = 0; row < rowKinds.length; row++) {
  if (!columnsOfKind.has(rowKinds[row])) columnsOfKind.set(rowKinds[row], new Set());
}
for (let i = 0; i < changes.cells.length; i++) {
  const row = Math.floor(changes.cells[i] / columns.length);
  columnsOfKind.get(rowKinds[row]).add(changes.cells[i] % columns.length);
}

const deviceRow = rowKinds.indexOf('device');
const totalsRow = rowKinds.indexOf('totals');
const itemRows = [];
const otherRows = [];
rowKinds.forEach((kind, row) => (kind === 'item' ? itemRows : otherRows).push(row));

function columnNamed(kind, name) {
  for (const column of columnsOfKind.get(kind) ?? []) if (columns[column].name === name) return column;
  return -1;
}

/** Fields of a row, innermost names joined by points: [{name, value, isTime}]. Empty where the row does not exist. */
function fieldsAt(row, step) {
  const fields = [];
  if (row < 0) return fields;
  for (const column of columnsOfKind.get(rowKinds[row])) {
    const value = fieldAt(row, column, step);
    if (value !== undefined) fields.push({ name: columns[column].name, path: columns[column].path, value, isTime: columns[column].isTime });
  }
  if (row === deviceRow) {
    fields.push({ name: 'lastRecordedAt', path: ['lastRecordedAt'], value: records.times[step], isTime: true });
  }
  return fields;
}

/** The row as `holdfast state --json` tells it. */
function valueAt(row, step) {
  const fields = fieldsAt(row, step);
  if (rowKinds[row] === 'setting') return fields.length ? fields[0].value : undefined;
  if (!fields.length) return undefined;
  const whole = {};
  for (const { path, value, isTime } of fields) {
    let place = whole;
    for (const name of path.slice(0, -1)) place = place[name] ??= {};
    place[path[path.length - 1]] = isTime && typeof value === 'number' ? formatISO(value) : value;
  }
  return whole;
}

/** All rows at a step, for whoever wants them whole: the page itself never does. */
function stateAt(step) {
  const rows = [];
  for (let row = 0; row < rowKinds.length; row++) {
    const value = valueAt(row, step);
    if (value !== undefined) rows.push({ kind: rowKinds[row], key: rowKeys[row], value });
  }
  return rows;
}

/** What a step changed: [{row, name, isTime, from, to}]. */
function changesOf(step) {
  const list = [];
  for (let change = changes.starts[step]; change < changes.starts[step + 1]; change++) {
    const row = Math.floor(changes.cells[change] / columns.length);
    const column = changes.cells[change] % columns.length;
    list.push({
      row, name: columns[column].name, isTime: columns[column].isTime,
      from: step > 0 ? fieldAt(row, column, step - 1) : undefined, to: valueOf(change),
    });
  }
  return list;
}

// --- Items ---

/** By place in `itemRows`, the step at which the item came to be: ascending. */
const births = (() => {
  const id = columnNamed('item', 'id');
  return Uint32Array.from(itemRows, (row) => changes.orderedSteps[changes.cellStarts[row * columns.length + id]]);
})();
const placeOfRow = new Map(itemRows.map((row, place) => [row, place]));
const rowOfItem = new Map(itemRows.map((row) => [rowKeys[row], row]));

/** Items that exist at a step: so many from the beginning of `itemRows`. */
const itemCountAt = (step) => lastNotAbove(births, step) + 1;

const itemRecords = groupBy(records.subjects, rowKinds.length + 1);
/** Steps of an item's records. */
const historyOf = (row) => itemRecords.items.subarray(itemRecords.starts[row + 1], itemRecords.starts[row + 2]);

const itemName = (row) => titles.get(row) ?? rowKeys[row];

// --- What items showed ---

const shown = (() => {
  const texts = new Phrases(source.shownTexts);
  const numbers = new Numbers(source.shown);
  const starts = new Uint32Array(source.shownCount);
  const icons = new Uint16Array(source.shownCount);
  const tableRows = new Uint16Array(source.shownCount);
  for (let i = 0; i < source.shownCount; i++) {
    starts[i] = numbers.place;
    tableRows[i] = numbers.whole();
    icons[i] = numbers.whole();
    for (let k = 0; k < 4; k++) numbers.whole();
    for (let count = numbers.whole(); count > 0; count--) numbers.whole();
  }
  const read = (place) => {
    numbers.place = starts[place];
    const row = source.tableRows[numbers.whole()];
    const icon = numbers.whole();
    const label = numbers.whole();
    const detail = numbers.whole();
    const progress = numbers.whole();
    const emphasis = source.emphases[numbers.whole()];
    const actions = [];
    for (let count = numbers.whole(); count > 0; count--) actions.push(source.actions[numbers.whole()]);
    const [symbol, style, badge] = icon ? source.icons[icon - 1].split(' ') : ['', 'filled', ''];
    return {
      row, symbol, style, badge, label: texts.text(label), detail: detail ? texts.text(detail - 1) : null,
      progress: progress ? progress - 1 : null, emphasis, actions,
    };
  };
  return { read, icons, tableRows };
})();

const showings = (() => {
  const steps = [];
  const rows = [];
  const places = [];
  const motions = [];
  const numbers = new Numbers(source.shownChanges);
  for (let step = 0; step <= stepCount; step++) {
    for (let count = numbers.whole(); count > 0; count--) {
      steps.push(step);
      rows.push(itemRows[numbers.whole()]);
      const what = numbers.whole();
      places.push(Math.floor(what / 3));
      motions.push(what % 3);
    }
  }
  const grouped = groupBy(rows, rowKinds.length);
  const orderedSteps = Uint32Array.from(grouped.items, (i) => steps[i]);
  return { steps: Uint32Array.from(steps), rows, places, motions, starts: grouped.starts, order: grouped.items, orderedSteps };
})();

const cuts = new Numbers(source.cuts).list();
const queueCuts = new Numbers(source.queueCuts).list();

/** What an item showed at a step; `null` before it was registered. */
function shownAt(row, step) {
  const low = showings.starts[row];
  const found = lastNotAbove(showings.orderedSteps, step, low, showings.starts[row + 1]);
  if (found < low) return null;
  const version = showings.order[found];
  return { ...shown.read(showings.places[version]), version, since: showings.steps[version] };
}

/** The step that what an item shows is told of, where that is an earlier one; else `null`. */
function staleSince(row, step, showing) {
  if (showing.row === 'installed') return null;
  const cut = Math.max(lastOf(cuts, step), showing.row === 'queued' ? lastOf(queueCuts, step) : -1);
  if (cut < 0) return null;
  const own = historyOf(row);
  const last = lastNotAbove(own, step);
  const asked = Math.max(showing.since, last < 0 ? 0 : own[last]);
  return asked < cut ? asked : null;
}

function lastOf(list, step) {
  const found = lastNotAbove(list, step);
  return found < 0 ? -1 : list[found];
}

/** The last motion of an item in (from, to]: 1 the pin comes, 2 it goes, 0 none. */
function motionBetween(row, from, to) {
  const low = showings.starts[row];
  for (let i = lastNotAbove(showings.orderedSteps, to, low, showings.starts[row + 1]); i >= low; i--) {
    if (showings.orderedSteps[i] <= from) return 0;
    const motion = showings.motions[showings.order[i]];
    if (motion) return motion;
  }
  return 0;
}

// --- What would need a look at everything, remembered every so many steps ---

const keyframeLength = 1024;

/** How many items show each icon: a list by place in `source.icons`, the first for none. */
const iconCountsAt = (() => {
  const frames = [];
  const counts = new Int32Array(source.icons.length + 1);
  const showing = new Int32Array(rowKinds.length).fill(-1);
  const framePlaces = [];
  let next = 0;
  const previous = new Int32Array(showings.steps.length);
  for (let step = 0; step <= stepCount; step++) {
    while (next < showings.steps.length && showings.steps[next] === step) {
      const row = showings.rows[next];
      const icon = shown.icons[showings.places[next]];
      previous[next] = showing[row];
      if (showing[row] >= 0) counts[showing[row]]--;
      counts[icon]++;
      showing[row] = icon;
      next++;
    }
    if (step % keyframeLength === 0) {
      frames.push(counts.slice());
      framePlaces.push(next);
    }
  }
  return (step) => {
    const frame = Math.floor(step / keyframeLength);
    const result = frames[frame].slice();
    for (let i = framePlaces[frame]; i < showings.steps.length && showings.steps[i] <= step; i++) {
      if (previous[i] >= 0) result[previous[i]]--;
      result[shown.icons[showings.places[i]]]++;
    }
    return result;
  };
})();

/** Rows of the wanted items, in the order in which the engine takes them: by priority, then by place. */
const queueAt = (() => {
  const request = columnNamed('item', 'intent.request');
  const priority = columnNamed('item', 'intent.priority');
  const place = columnNamed('item', 'intent.place');
  const moves = [];
  for (let i = 0; i < changes.cells.length; i++) {
    if (changes.cells[i] % columns.length === request) moves.push(i);
  }
  const frames = [];
  const framePlaces = [];
  const wanted = new Set();
  const move = (set, change) => {
    const row = Math.floor(changes.cells[change] / columns.length);
    if (changes.isToken[change] && changes.values[change] === 0) set.delete(row); else set.add(row);
  };
  let next = 0;
  for (let step = 0; step <= stepCount; step++) {
    while (next < moves.length && changes.steps[moves[next]] === step) move(wanted, moves[next++]);
    if (step % keyframeLength === 0) {
      frames.push([...wanted]);
      framePlaces.push(next);
    }
  }
  return (step) => {
    const frame = Math.floor(step / keyframeLength);
    const set = new Set(frames[frame]);
    for (let i = framePlaces[frame]; i < moves.length && changes.steps[moves[i]] <= step; i++) move(set, moves[i]);
    const keyed = [...set].map((row) => [fieldAt(row, priority, step) ?? 0, fieldAt(row, place, step) ?? 0, row]);
    keyed.sort((a, b) => b[0] - a[0] || a[1] - b[1] || a[2] - b[2]);
    return keyed.map((key) => key[2]);
  };
})();

// --- Time ---

/** The latest time up to each step: where the clock was set back, steps are still found by time. */
const latestTimes = (() => {
  const times = new Float64Array(stepCount + 1);
  for (let n = 0, latest = -Infinity; n <= stepCount; n++) times[n] = latest = Math.max(latest, records.times[n]);
  return times;
})();
const stepAtTime = (time) => Math.max(0, lastNotAbove(latestTimes, time));
const firstTime = stepCount ? records.times[about.first > 0 && source.base > 0 ? 0 : 1] : about.made;
const lastTime = stepCount ? Math.max(latestTimes[stepCount], firstTime + 1) : about.made + 1;
