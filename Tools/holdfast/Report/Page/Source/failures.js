// What went wrong, by reason and by host.

const failures = {
  title: 'Failures',
  make() {
    const failed = attempts.filter((each) => each.outcome === 'failed' || each.outcome === 'wrong');
    const interrupted = attempts.filter((each) => each.outcome === 'interrupted');
    const list = new LongList({
      label: 'Failed transfers', rowHeight: 52, empty: 'Nothing failed.',
      make(index) {
        const each = failed[index];
        return h('a.row', { href: `#/item/${encodeURIComponent(rowKeys[each.row])}`, onclick: () => moment.go(stepAtTime(each.end)) },
          h('span.row-words', null, h('span.row-title', null, itemName(each.row)), h('span.row-detail', null, each.words ?? spaced(each.reason ?? ''))),
          h('span.row-side', null, h('span', null, each.host ?? 'unknown host'), h('span.muted', null, formatTime(each.end))));
      },
    });
    list.show(failed.length);
    return h('div.stack', null,
      h('div.columns', null,
        card('Failures by reason', tally(failed, (each) => each.reason, (each) => each.words)),
        card('Interruptions by cause', tally(interrupted, (each) => each.reason, null, '--warn'))),
      card('By host', hosts()),
      card(countOf(failed.length, 'failed transfer'), list.element));
  },
};

/** A bar for each value, the most frequent first; `words` explains one. */
function tally(list, key, words, colour = '--bad') {
  if (!list.length) return h('p.muted', null, 'None.');
  const counts = new Map();
  for (const each of list) {
    const name = key(each) ?? 'unknown';
    if (!counts.has(name)) counts.set(name, { count: 0, words: new Map() });
    const entry = counts.get(name);
    entry.count++;
    const told = words?.(each);
    if (told) entry.words.set(told, (entry.words.get(told) ?? 0) + 1);
  }
  const sorted = [...counts].sort((a, b) => b[1].count - a[1].count);
  const most = sorted[0][1].count;
  return h('ul.bars', null, sorted.map(([name, entry]) => {
    const bar = h('span.bar', { 'aria-hidden': 'true' });
    bar.style.background = `var(${colour})`;
    bar.style.width = `${entry.count / most * 100}%`;
    const told = [...entry.words].sort((a, b) => b[1] - a[1]).slice(0, 3).map(([text]) => text).join('; ');
    return h('li', null, h('span.bar-name', null, spaced(name), h('b', null, formatCount(entry.count))), bar, told && h('small.muted', null, told));
  }));
}

function hosts() {
  if (!attempts.length) return h('p.muted', null, 'Nothing was transferred.');
  const found = new Map();
  for (const each of attempts) {
    const name = each.host ?? 'unknown';
    if (!found.has(name)) found.set(name, { attempts: 0, completed: 0, interrupted: 0, failed: 0, bytes: 0, time: 0 });
    const sums = found.get(name);
    sums.attempts++;
    sums.bytes += each.bytes;
    sums.time += each.end - each.start;
    if (each.outcome === 'completed') sums.completed++;
    else if (each.outcome === 'interrupted') sums.interrupted++;
    else if (each.outcome !== 'running') sums.failed++;
  }
  const sorted = [...found].sort((a, b) => b[1].failed - a[1].failed || b[1].attempts - a[1].attempts).slice(0, 100);
  return h('div.scroll', { tabindex: '0', role: 'region', 'aria-label': 'Hosts' }, h('table', null,
    h('thead', null, h('tr', null, ['Host', 'Transfers', 'Completed', 'Interrupted', 'Failed', 'Received', 'A second'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', null, sorted.map(([name, sums]) => h('tr', null, h('th', { scope: 'row' }, name),
      [sums.attempts, sums.completed, sums.interrupted, sums.failed].map((each) => h('td', null, formatCount(each))),
      h('td', null, formatBytes(sums.bytes)), h('td', null, sums.time > 0 ? formatBytes(Math.round(sums.bytes / (sums.time / 1e6))) : '–'))))));
}
