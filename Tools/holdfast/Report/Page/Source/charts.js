// Drawings over time. Each is drawn when its size, its time or the theme changes, never when the scrubber moves: a line above it does that.

const kindLooks = {
  online: { name: 'Internet', height: 1, colour: '--online' },
  metered: { name: 'Internet, metered', height: 0.8, colour: '--metered' },
  captive: { name: 'Sign-in needed', height: 0.6, colour: '--captive' },
  local: { name: 'Network without internet', height: 0.45, colour: '--local' },
  offline: { name: 'No internet', height: 0.25, colour: '--offline' },
  switchedOff: { name: "'Work offline' on", height: 0.25, colour: '--switched' },
  unknown: { name: 'Nobody looked', height: 0.12, colour: '--unknown' },
};

/** The part of time that the charts show. */
const range = {
  start: firstTime, end: lastTime, listeners: new Set(),
  set(start, end) {
    const length = Math.min(Math.max(end - start, 1e6), lastTime - firstTime);
    this.start = Math.min(Math.max(start, firstTime), lastTime - length);
    this.end = this.start + length;
    for (const each of this.listeners) each();
  },
  zoom(factor, around) {
    const centre = Math.min(Math.max(around, this.start), this.end);
    this.set(centre - (centre - this.start) * factor, centre + (this.end - centre) * factor);
  },
};

const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

class TimeChart {
  /** `draw(context, width, height, x)` draws; `tell(time, y)` puts what is there in words. */
  constructor({ label, height, left = 0, draw, tell, open, follows = true }) {
    Object.assign(this, { height, left, drawer: draw, tell, open, follows });
    this.canvas = h('canvas', { role: 'img', 'aria-label': label });
    this.cursor = h('div.chart-cursor', { 'aria-hidden': 'true' });
    this.tip = h('div.chart-tip', { hidden: true });
    this.element = h('div.chart', {
      onclick: (event) => this.click(event), onpointermove: (event) => this.hover(event),
      onpointerleave: () => { this.tip.hidden = true; },
    }, this.canvas, this.cursor, this.tip);
    this.element.style.height = `${height}px`;
    new ResizeObserver(() => this.draw()).observe(this.element);
    charts.add(this);
    if (follows) range.listeners.add(() => this.draw());
  }

  get span() { return this.follows ? [range.start, range.end] : [firstTime, lastTime]; }
  x(time) { const [start, end] = this.span; return this.left + (time - start) / (end - start) * (this.width - this.left); }
  time(x) { const [start, end] = this.span; return start + (x - this.left) / (this.width - this.left) * (end - start); }

  draw() {
    if (!this.element.isConnected) return;
    this.width = this.element.clientWidth;
    if (!this.width) return;
    const scale = devicePixelRatio || 1;
    this.canvas.width = Math.round(this.width * scale);
    this.canvas.height = Math.round(this.height * scale);
    const context = this.canvas.getContext('2d');
    context.scale(scale, scale);
    context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    this.drawer(context, this.width, this.height, (time) => this.x(time), this.span);
    this.move();
  }

  /** Moves the line to the moment shown. */
  move() {
    if (!this.width) return;
    const x = this.x(records.times[moment.step]);
    const isSeen = x >= this.left - 1 && x <= this.width + 1 && stepCount > 0;
    this.cursor.hidden = !isSeen;
    if (isSeen) this.cursor.style.transform = `translateX(${Math.min(Math.max(x, this.left), this.width - 2)}px)`;
  }

  point(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  click(event) {
    const [x, y] = this.point(event);
    if (!stepCount || x < this.left) return;
    if (this.open?.(this.time(x), y)) return;
    moment.go(stepAtTime(this.time(x)));
  }

  hover(event) {
    const [x, y] = this.point(event);
    const words = x >= this.left && stepCount ? this.tell?.(this.time(x), y) : null;
    this.tip.hidden = !words;
    if (!words) return;
    this.tip.textContent = words;
    const width = this.tip.offsetWidth;
    this.tip.style.transform = `translate(${Math.min(Math.max(0, x - width / 2), this.width - width)}px, ${Math.max(0, y - 34)}px)`;
  }
}

const charts = new Set();
function redraw() { for (const chart of charts) if (chart.element.isConnected) chart.draw(); else charts.delete(chart); }

/** The network's class at a time. */
const timelineTimes = Float64Array.from(timeline, (entry) => entry.time);
function networkAt(time) { return timeline[lastNotAbove(timelineTimes, time)] ?? null; }

/** Stretches of one class within a span, no more than there are pixels. */
function drawRibbon(context, width, height, x, [start, end], top = 0) {
  let from = Math.max(0, lastNotAbove(timelineTimes, start));
  let lastX = -1;
  for (; from < timeline.length && timeline[from].time <= end; from++) {
    const left = Math.max(x(start), x(timeline[from].time));
    const right = Math.min(x(end), from + 1 < timeline.length ? x(timeline[from + 1].time) : x(end));
    if (right < lastX + 0.5) continue;
    const look = kindLooks[timeline[from].kind] ?? kindLooks.unknown;
    context.fillStyle = colourOf(look.colour);
    context.fillRect(left, top + height * (1 - look.height), Math.max(0.5, right - left), height * look.height);
    lastX = right;
  }
}

const niceSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800, 1209600, 2592000, 7776000, 31536000];

/** Times along the lower edge. */
function drawAxis(context, width, bottom, left, x, [start, end]) {
  const step = (niceSteps.find((each) => (end - start) / 1e6 / each <= (width - left) / 90) ?? 31536000) * 1e6;
  context.fillStyle = colourOf('--muted');
  context.strokeStyle = colourOf('--line');
  context.textAlign = 'center';
  context.textBaseline = 'bottom';
  const offset = (localDate(start).getTime() - Math.floor(start / 1000)) * 1000;
  for (let time = Math.ceil((start + offset) / step) * step - offset; time <= end; time += step) {
    const place = x(time);
    context.beginPath();
    context.moveTo(place, 0);
    context.lineTo(place, bottom - 16);
    context.stroke();
    if (place < left + 24 || place > width - 24) continue;
    context.fillText(step >= 86400e6 ? formatDay(time) : step >= 60e6 ? formatClock(time, false) : formatClock(time), place, bottom);
  }
}

function ribbonChart(height = 56) {
  const chart = new TimeChart({
    label: `Connection over time: ${networkSummary()}`, height,
    draw(context, width, whole, x, span) {
      drawAxis(context, width, whole, 0, x, span);
      drawRibbon(context, width, whole - 20, x, span);
    },
    tell: (time) => { const entry = networkAt(time); return entry && `${formatTime(time)} · ${entry.label}`; },
  });
  return chart.element;
}

/** A bar with round ends. */
function fillBar(context, x, y, width, height, radius = 3) {
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
  context.fill();
}

/** How long each class lasted, in words. */
function networkLengths() {
  const lengths = new Map();
  timeline.forEach((entry, index) => {
    const end = index + 1 < timeline.length ? timeline[index + 1].time : lastTime;
    lengths.set(entry.kind, (lengths.get(entry.kind) ?? 0) + Math.max(0, end - Math.max(entry.time, firstTime)));
  });
  return [...lengths].sort((a, b) => b[1] - a[1]);
}
const networkSummary = () => networkLengths().map(([kind, length]) => `${kindLooks[kind].name} ${formatDuration(length)}`).join(', ') || 'nothing is known';

function legend(list) {
  return h('ul.legend', null, list.map(([colour, name, value]) => {
    const swatch = h('span.swatch', { 'aria-hidden': 'true' });
    swatch.style.background = `var(${colour})`;
    return h('li', null, swatch, name, value && h('span.muted', null, value));
  }));
}

const networkLegend = () => legend(networkLengths().map(([kind, length]) => [kindLooks[kind].colour, kindLooks[kind].name, formatDuration(length)]));

/** Bytes of files and of unfinished ones. */
function storageChart(height = 150) {
  const used = columnNamed('totals', 'usedBytes');
  const partial = columnNamed('totals', 'partialBytes');
  const largest = Math.max(1, ...[used, partial].map((column) => largestOf(totalsRow, column)));
  const curve = (context, column, x, y, [start, end], width, colour, isFilled) => {
    const [low, high] = cellOf(totalsRow, column);
    if (low >= high) return;
    context.beginPath();
    let lastY = y(0);
    context.moveTo(x(start), lastY);
    let pixel = -1;
    for (let i = low; i < high; i++) {
      const time = records.times[changes.orderedSteps[i]];
      if (time > end) break;
      const value = valueOf(changes.order[i]) ?? 0;
      const place = Math.max(x(start), x(time));
      const nextY = y(value);
      if (Math.floor(place) !== pixel || i + 1 === high) {
        context.lineTo(place, lastY);
        context.lineTo(place, nextY);
        pixel = Math.floor(place);
      }
      lastY = nextY;
    }
    context.lineTo(width, lastY);
    context.strokeStyle = colourOf(colour);
    context.lineWidth = 2;
    context.stroke();
    context.lineWidth = 1;
    if (!isFilled) return;
    context.lineTo(width, y(0));
    context.lineTo(x(start), y(0));
    context.globalAlpha = 0.18;
    context.fillStyle = colourOf(colour);
    context.fill();
    context.globalAlpha = 1;
  };
  return new TimeChart({
    label: `Storage over time: at most ${formatBytes(largestOf(totalsRow, used))} in files, ${formatBytes(largestOf(totalsRow, partial))} unfinished`, height,
    draw(context, width, whole, x, span) {
      const y = (value) => whole - 20 - value / largest * (whole - 40);
      drawAxis(context, width, whole, 0, x, span);
      curve(context, used, x, y, span, width, '--good', true);
      curve(context, partial, x, y, span, width, '--active', false);
      context.fillStyle = colourOf('--muted');
      context.textAlign = 'left';
      context.textBaseline = 'top';
      context.fillText(formatBytes(largest), 4, 2);
    },
    tell: (time) => {
      const step = stepAtTime(time);
      return `${formatTime(time)} · ${formatBytes(fieldAt(totalsRow, used, step) ?? 0)} in files, ${formatBytes(fieldAt(totalsRow, partial, step) ?? 0)} unfinished`;
    },
  }).element;
}

const cellOf = (row, column) => column < 0 || row < 0 ? [0, 0] : [changes.cellStarts[row * columns.length + column], changes.cellStarts[row * columns.length + column + 1]];

function largestOf(row, column) {
  const [low, high] = cellOf(row, column);
  let largest = 0;
  for (let i = low; i < high; i++) largest = Math.max(largest, valueOf(changes.order[i]) ?? 0);
  return largest;
}

const outcomeLooks = {
  completed: { name: 'Completed', colour: '--good' },
  interrupted: { name: 'Interrupted', colour: '--warn' },
  failed: { name: 'Failed', colour: '--bad' },
  wrong: { name: 'Wrong file', colour: '--bad' },
  running: { name: 'Under way', colour: '--active' },
};
const outcomeLook = (outcome) => outcomeLooks[outcome] ?? { name: spaced(outcome), colour: '--muted' };
