// Every transfer as a bar: a line for each item while there are few, else as many lines as ran side by side.

const outcomeLegend = () => legend([...new Set(attempts.map((each) => outcomeLook(each.outcome).name))].map((name) => {
  const look = Object.values(outcomeLooks).find((each) => each.name === name);
  const count = attempts.filter((each) => outcomeLook(each.outcome).name === name).length;
  return [look?.colour ?? '--muted', name, formatCount(count)];
}));

/** Line of each transfer, and the lines' names where there are any. */
const lanes = (() => {
  const rows = [...new Set(attempts.map((each) => each.row))];
  if (rows.length <= 24) {
    const places = new Map(rows.map((row, place) => [row, place]));
    return { of: attempts.map((each) => places.get(each.row)), count: Math.max(1, rows.length), names: rows.map(itemName) };
  }
  const ends = [];
  const of = attempts.map((each) => {
    let lane = ends.findIndex((end) => end <= each.start);
    if (lane < 0) lane = ends.length < 64 ? ends.length : -1;
    if (lane >= 0) ends[lane] = Math.max(each.end, each.start + 1);
    return lane;
  });
  return { of, count: ends.length, names: null };
})();

function transferWords(attempt) {
  const parts = [
    itemName(attempt.row), outcomeLook(attempt.outcome).name.toLowerCase(), formatBytes(attempt.bytes),
    formatDuration(attempt.end - attempt.start), attempt.network && `over ${attempt.network}${attempt.isMetered ? ' (metered)' : ''}`,
    attempt.words ?? attempt.reason,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** - lineMax: lines drawn; the rest is told in the list. */
function transferChart(lineMax) {
  const count = Math.min(lanes.count, lineMax);
  const lineHeight = lanes.names ? 22 : Math.max(7, Math.min(18, Math.floor(300 / Math.max(1, count))));
  const left = lanes.names ? 130 : 0;
  const find = (chart, time, y) => {
    const lane = Math.floor(y / lineHeight);
    const slack = (chart.span[1] - chart.span[0]) / chart.width * 3;
    for (let i = attempts.length - 1; i >= 0; i--) {
      if (lanes.of[i] === lane && attempts[i].start - slack <= time && time <= attempts[i].end + slack) return attempts[i];
    }
    return null;
  };
  const chart = new TimeChart({
    label: `Transfers over time: ${countOf(attempts.length, 'transfer')}`, height: count * lineHeight + 24, left,
    draw(context, width, whole, x, span) {
      drawAxis(context, width, whole, left, x, span);
      context.textBaseline = 'middle';
      context.textAlign = 'left';
      for (let i = 0; i < attempts.length; i++) {
        const { start, end, outcome } = attempts[i];
        if (end < span[0] || start > span[1] || lanes.of[i] < 0 || lanes.of[i] >= count) continue;
        const from = Math.max(left, x(start));
        const length = Math.max(2, Math.min(width, x(end)) - from);
        const top = lanes.of[i] * lineHeight + 2;
        context.fillStyle = colourOf(outcomeLook(outcome).colour);
        fillBar(context, from, top, length, lineHeight - 4);
        // Not by colour alone: what failed has an edge, what was interrupted is open at its end.
        if (outcome === 'failed' || outcome === 'wrong') context.fillRect(from + length - 1, top - 2, 3, lineHeight);
        if (outcome === 'interrupted' && length > 6) context.clearRect(from + length - 3, top + 3, 3, lineHeight - 10);
      }
      if (!lanes.names) return;
      context.fillStyle = colourOf('--surface');
      context.fillRect(0, 0, left, whole);
      context.fillStyle = colourOf('--text');
      for (let lane = 0; lane < count; lane++) {
        context.fillText(fitted(context, lanes.names[lane], left - 12), 0, lane * lineHeight + lineHeight / 2);
      }
    },
    tell(time, y) { const found = find(chart, time, y); return found && transferWords(found); },
    open(time, y) {
      const found = find(chart, time, y);
      if (found) moment.go(stepAtTime(found.end));
      return Boolean(found);
    },
  });
  return chart.element;
}

function fitted(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let length = Math.min(text.length, 60);
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return `${text.slice(0, length)}…`;
}

function zoomButtons() {
  const at = () => records.times[moment.step];
  return h('div.buttons', { role: 'group', 'aria-label': 'Time shown in the charts' },
    h('button', { type: 'button', onclick: () => range.zoom(0.5, at()) }, 'Closer'),
    h('button', { type: 'button', onclick: () => range.zoom(2, at()) }, 'Wider'),
    h('button', { type: 'button', onclick: () => range.set(firstTime, lastTime) }, 'All'));
}

const transfers = {
  title: 'Transfers',
  make() {
    const list = new LongList({
      label: 'All transfers', rowHeight: 52, empty: 'Nothing was transferred.',
      make(index) {
        const each = attempts[index];
        const look = outcomeLook(each.outcome);
        const swatch = h('span.swatch', { 'aria-hidden': 'true' });
        swatch.style.background = `var(${look.colour})`;
        return h('button.row', { type: 'button', onclick: () => moment.go(stepAtTime(each.end)), title: transferWords(each) },
          swatch,
          h('span.row-words', null, h('span.row-title', null, itemName(each.row)),
            h('span.row-detail', null, [look.name, each.words ?? each.reason, each.network && `over ${each.network}${each.isMetered ? ', metered' : ''}`, each.host].filter(Boolean).join(' · '))),
          h('span.row-side', null, h('span', null, formatBytes(each.bytes)), h('span.muted', null, `${formatTime(each.start)}, ${formatDuration(each.end - each.start)}`)));
      },
    });
    list.show(attempts.length);
    const hidden = lanes.of.filter((lane) => lane < 0 || lane >= 40).length;
    return h('div.stack', null,
      card('Transfers over time', h('div.between', null, outcomeLegend(), zoomButtons()), transferChart(40), ribbonChart(46), networkLegend(),
        hidden > 0 && h('p.muted', null, `${countOf(hidden, 'transfer')} ran beside more others than fit here; the list below has them all.`)),
      card(`${countOf(attempts.length, 'transfer')}`, list.element));
  },
};
