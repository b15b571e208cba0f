// The moment shown: the record, what it changed, and the state after it.

const momentView = {
  title: 'Moment',
  make() {
    this.element = h('div.stack');
    this.open = new Set();
    this.move();
    return this.element;
  },
  move() {
    const { step } = moment;
    for (const each of this.element.querySelectorAll('details[data-name]')) {
      if (each.open) this.open.add(each.dataset.name); else this.open.delete(each.dataset.name);
    }
    fill(this.element, h('div.columns', null,
      h('div.stack', null, this.record(step), this.queue(step)),
      h('div.stack', null, this.environment(step), this.totals(step), this.others(step))));
  },
  record(step) {
    if (step === 0) {
      return card('Before the first record', h('p', null, about.first ? `The state after #${about.first - 1}.` : 'Nothing had been recorded: the empty state.'));
    }
    const row = records.row(step);
    const changed = changesOf(step).filter((each) => rowKinds[each.row] !== 'totals' || each.from !== undefined || each.to !== 0);
    // What the record is about comes first.
    changed.sort((a, b) => (a.row === row ? 0 : 1) - (b.row === row ? 0 : 1));
    return card(`Record #${records.position(step)}`,
      h('p.sentence', null, records.sentence(step)),
      pairs([
        ['When', formatTime(records.times[step])], ['Event', records.type(step)], ['By', records.actor(step)],
        ...(row >= 0 ? [['Item', h('a', { href: `#/item/${encodeURIComponent(rowKeys[row])}` }, itemName(row))]] : []),
      ]),
      h('h3', null, 'What it changed'),
      changed.length ? h('ul.changes', { id: 'changes' }, changed.slice(0, 200).map((each) => h('li', null,
        h('span.change-name', null, each.row === row ? '' : h('span.muted', null, `${rowKinds[each.row]}${rowKeys[each.row] ? ` ${rowKeys[each.row]}` : ''} `), broken(each.name)),
        h('span.change-values', null, h('del', null, formatValue(each.from, each.name, each.isTime)), h('span', { 'aria-label': 'became' }, ' → '), h('ins', null, formatValue(each.to, each.name, each.isTime))))))
        : h('p.muted', null, 'Nothing in the state.'));
  },
  queue(step) {
    const rows = queueAt(step);
    return card(`Queue: ${countOf(rows.length, 'item')} wanted`, rows.length ? h('ol.queue', { id: 'queue' }, rows.slice(0, 30).map((row) => {
      const showing = shownAt(row, step);
      return h('li', null, h('a.row.item', { href: `#/item/${encodeURIComponent(rowKeys[row])}` }, showing && h('span.icon-place', null, icon(showing)),
        h('span.row-words', null, h('span.row-title', null, itemName(row)), showing && h('span.row-detail', { lang: about.language }, [showing.label, showing.detail].filter(Boolean).join(' · ')))));
    })) : h('p.muted', null, 'Nothing is wanted.'),
    rows.length > 30 && h('p.muted', null, `${formatCount(rows.length - 30)} more.`));
  },
  environment(step) {
    const entry = networkAt(records.times[step]);
    const fields = fieldsAt(deviceRow, step);
    const look = kindLooks[entry?.kind] ?? kindLooks.unknown;
    const swatch = h('span.swatch', { 'aria-hidden': 'true' });
    swatch.style.background = `var(${look.colour})`;
    return card('Environment', h('p.lead', null, swatch, entry ? entry.label : 'Nothing is known of the network'), this.details('environment', 'All fields', fields));
  },
  totals(step) {
    const fields = fieldsAt(totalsRow, step);
    const value = (name) => fields.find((each) => each.name === name)?.value ?? 0;
    return card('Totals', pairs([
      ['Offline', `${countOf(value('installed'), 'item')} of ${formatCount(value('items'))}, ${formatBytes(value('usedBytes'))}`],
      ['Unfinished', formatBytes(value('partialBytes'))], ['Running', formatCount(value('running'))],
      ['Failed', formatCount(value('failed'))], ['Requests', `${formatCount(value('requested'))}, of which ${formatCount(value('completed'))} completed`],
    ]), this.details('totals', 'All fields', fields));
  },
  others(step) {
    const rows = otherRows.filter((row) => rowKinds[row] !== 'device' && rowKinds[row] !== 'totals').slice(0, 500);
    const settings = rows.filter((row) => rowKinds[row] === 'setting').map((row) => [rowKeys[row], valueAt(row, step)]).filter(([, value]) => value !== undefined);
    const groups = rows.filter((row) => rowKinds[row] !== 'setting').map((row) => [row, fieldsAt(row, step)]).filter(([, fields]) => fields.length);
    return [
      card('Settings', settings.length ? pairs(settings) : h('p.muted', null, 'All at their defaults.')),
      groups.length > 0 && card('Groups and features', groups.map(([row, fields]) => this.details(`row ${row}`, `${spaced(rowKinds[row])} ${rowKeys[row]}`, fields))),
    ];
  },
  details(name, title, fields) {
    if (!fields.length) return null;
    return h('details', { 'data-name': name, open: this.open.has(name) }, h('summary', null, title),
      pairs(fields.map((field) => [broken(field.name), formatValue(field.value, field.name, field.isTime)])));
  },
};
