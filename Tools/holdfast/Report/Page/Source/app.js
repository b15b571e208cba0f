// The page: its views, the scrubber, and the keys.

const views = { overview, items, transfers, failures, moment: momentView };

const moment = {
  step: stepCount,
  timer: 0,
  /** Goes to a step; what is in view is brought up to it and nothing else. */
  go(step) {
    const next = Math.min(Math.max(0, Math.round(step)), stepCount);
    if (next === this.step) return;
    const from = this.step;
    this.step = next;
    scrubber.show();
    for (const chart of charts) if (chart.element.isConnected) chart.move();
    page.view?.move?.(from);
    page.remember();
  },
  get isPlaying() { return this.timer !== 0; },
  play() {
    if (this.isPlaying) return this.stop();
    if (this.step === stepCount) this.go(0);
    // The whole in half a minute, but at least four records a second, so that each can be followed.
    const each = Math.max(1, Math.ceil(stepCount / 120 / 4));
    const tick = () => {
      this.go(this.step + each);
      if (this.step >= stepCount) this.stop();
    };
    this.timer = setInterval(tick, 250);
    scrubber.show();
  },
  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    scrubber.show();
  },
};

const scrubber = {
  make() {
    const button = (label, key, name, action) => h('button.sign', { type: 'button', 'aria-label': label, title: `${label} (${key})`, onclick: action }, sign(name));
    this.slider = h('input', {
      type: 'range', id: 'slider', min: 0, max: stepCount, step: 1, 'aria-label': 'Moment', disabled: stepCount === 0,
      oninput: () => moment.go(Number(this.slider.value)),
    });
    this.playButton = button('Play', 'Space', 'play', () => moment.play());
    this.words = h('div.scrubber-words', { id: 'words' });
    this.jump = h('input', { type: 'text', id: 'jump', placeholder: '#12, 14:30', 'aria-label': 'Go to a position or time', autocomplete: 'off', spellcheck: 'false' });
    const strip = new TimeChart({
      label: 'Connection over time', height: 14, follows: false,
      draw: (context, width, height, x, span) => drawRibbon(context, width, height, x, span),
    });
    this.strip = strip.element;
    fill(document.getElementById('scrubber'),
      this.strip,
      h('div.scrubber-row', null,
        h('div.buttons', { role: 'group', 'aria-label': 'Move through time' },
          button('To the beginning', 'Home', 'first', () => moment.go(0)), button('One record back', '←', 'back', () => moment.go(moment.step - 1)),
          this.playButton, button('One record on', '→', 'on', () => moment.go(moment.step + 1)), button('To the end', 'End', 'last', () => moment.go(stepCount))),
        this.slider,
        h('form', { onsubmit: (event) => { event.preventDefault(); this.leap(); } }, this.jump, h('button', { type: 'submit' }, 'Go'))),
      this.words);
    this.show();
  },
  show() {
    const { step } = moment;
    this.slider.value = step;
    const words = step === 0
      ? [h('b', null, about.first ? `After #${about.first - 1}` : 'Before the first record')]
      : [h('b', null, `#${records.position(step)}`), h('time', null, formatTime(records.times[step])), records.row(step) >= 0 && h('span.moment-item', null, itemName(records.row(step))), h('span', null, records.sentence(step))];
    fill(this.words, words);
    this.slider.setAttribute('aria-valuetext', this.words.innerText.replace(/\s+/g, ' '));
    this.playButton.replaceChildren(sign(moment.isPlaying ? 'pause' : 'play'));
    this.playButton.setAttribute('aria-label', moment.isPlaying ? 'Pause' : 'Play');
  },
  /** `#12` or `12` is a position; `2026-11-30 14:30[:00]`, or a time of the day shown, is the last record not later. */
  leap() {
    const text = this.jump.value.trim();
    const position = /^#?(-?\d+)$/.exec(text);
    const time = /^(?:(\d{4})-(\d\d)-(\d\d)[ T]+)?(\d\d?):(\d\d)(?::(\d\d))?$/.exec(text);
    this.jump.setCustomValidity('');
    if (position) {
      const step = Number(position[1]) - about.first + 1;
      if (step >= 0 && step <= stepCount) return moment.go(step);
    } else if (time) {
      const day = time[1] ? time.slice(1, 4) : formatDay(records.times[moment.step]).split('-');
      const local = Date.UTC(Number(day[0]), Number(day[1]) - 1, Number(day[2]), Number(time[4]), Number(time[5]), Number(time[6] ?? 59));
      const near = local * 1000;
      const offset = (localDate(near).getTime() - Math.floor(near / 1000)) * 1000;
      return moment.go(stepAtTime(near - offset + 999999));
    }
    this.jump.setCustomValidity(`Write a position from #${about.first - 1} to #${about.first + stepCount - 1}, or a time such as 2026-11-30 14:30.`);
    this.jump.reportValidity();
  },
};

const page = {
  view: null,
  /** `#/items`, `#/item/ID`, with `@STEP` behind it. */
  route() {
    const [path, step] = location.hash.slice(2).split('@');
    if (step !== undefined && /^\d+$/.test(step)) moment.go(Number(step));
    const [name, ...rest] = path.split('/');
    let argument = '';
    try { argument = decodeURIComponent(rest.join('/')); } catch { argument = rest.join('/'); }
    this.show(name === 'item' ? 'item' : views[name] ? name : 'overview', argument);
  },
  show(name, argument) {
    if (this.name === name && this.argument === argument) return;
    const isFirst = this.name === undefined;
    Object.assign(this, { name, argument });
    this.view = name === 'item' ? itemPage : views[name];
    for (const tab of document.querySelectorAll('#tabs a')) {
      if (tab.dataset.view !== (name === 'item' ? 'items' : name)) tab.removeAttribute('aria-current');
      else {
        tab.setAttribute('aria-current', 'page');
        tab.parentElement.scrollLeft = tab.offsetLeft - 40;
      }
    }
    const main = document.getElementById('main');
    document.title = `${name === 'item' ? argument : views[name].title} · Offline report`;
    fill(main, this.view.make(argument));
    redraw();
    if (!isFirst) {
      main.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  },
  /** The address names the moment, so that it can be passed on. */
  remember() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      const path = location.hash.slice(2).split('@')[0] || 'overview';
      try { history.replaceState(null, '', `#/${path}@${moment.step}`); } catch { /* Some places of a page have no address to change. */ }
    }, 300);
  },
};

const keys = {
  ArrowLeft: () => moment.go(moment.step - 1), ArrowRight: () => moment.go(moment.step + 1),
  PageUp: () => moment.go(moment.step - Math.max(10, Math.round(stepCount / 20))), PageDown: () => moment.go(moment.step + Math.max(10, Math.round(stepCount / 20))),
  Home: () => moment.go(0), End: () => moment.go(stepCount), ' ': () => moment.play(),
  1: () => { location.hash = '#/overview'; }, 2: () => { location.hash = '#/items'; }, 3: () => { location.hash = '#/transfers'; },
  4: () => { location.hash = '#/failures'; }, 5: () => { location.hash = '#/moment'; }, g: () => scrubber.jump.focus(),
};

function press(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const target = event.target;
  if (target.matches('input, select, textarea')) return;
  if (event.key === ' ' && target.matches('button, a, summary')) return;
  if (['PageUp', 'PageDown', 'Home', 'End'].includes(event.key) && target.closest('.long, .scroll')) return;
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem('holdfast-report-theme', theme); } catch { /* A page from a mail may have nowhere to keep it. */ }
  redraw();
}

function begin() {
  let theme = 'auto';
  try { theme = localStorage.getItem('holdfast-report-theme') ?? 'auto'; } catch { /* As above. */ }
  const select = document.getElementById('theme');
  select.value = ['light', 'dark'].includes(theme) ? theme : 'auto';
  document.documentElement.dataset.theme = select.value;
  select.addEventListener('change', () => setTheme(select.value));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  document.getElementById('heading').textContent = about.isRedacted ? 'Offline report, redacted' : 'Offline report';
  document.getElementById('subheading').textContent = [
    about.store, stepCount ? `${formatTime(firstTime)} to ${formatTime(records.times[stepCount])}` : 'no records',
    countOf(stepCount, 'record'), countOf(itemRows.length, 'item'),
  ].filter(Boolean).join(' · ');
  document.getElementById('skip').addEventListener('click', (event) => { event.preventDefault(); document.getElementById('main').focus(); });
  append(document.getElementById('tabs'), [Object.entries(views).map(([name, view], index) => h('a', { href: `#/${name}`, 'data-view': name, title: `${view.title} (${index + 1})` }, view.title))]);
  scrubber.make();
  addEventListener('hashchange', () => page.route());
  addEventListener('keydown', press);
  page.route();
  redraw();
}

// For the console of whoever wants more than the page shows, and for its tests.
globalThis.report = Object.freeze({
  about, stepCount, stateAt, go: (step) => moment.go(step), step: () => moment.step,
  shownAt: (id, step) => rowOfItem.has(id) ? shownAt(rowOfItem.get(id), step) : null,
  queueAt: (step) => queueAt(step).map((row) => rowKeys[row]),
});

begin();
