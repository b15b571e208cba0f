// The items as a screen showed them at the moment, and each item's own page.

function affordance(showing) {
  return [h('span.icon-place', null, icon(showing)), h('span.aff-words', null, h('span.aff-label', null, showing.label), showing.detail && h('span.aff-detail', null, showing.detail))];
}

const spokenAffordance = (row, showing) => [showing.label, itemName(row), showing.detail].filter(Boolean).join('. ');

/** Puts what an item shows at the moment into its row; plays the motion of what the scrubber has just passed. */
function updateItemRow(element, row, from) {
  const showing = shownAt(row, moment.step);
  const link = element.querySelector('a');
  const holder = element.querySelector('.icon-place');
  const motion = from === undefined ? 0 : motionBetween(row, from, moment.step);
  if (Number(element.dataset.version) === (showing?.version ?? -1) && !motion) return;
  element.dataset.version = showing?.version ?? -1;
  if (!showing) return;
  link.className = `row item emphasis-${showing.emphasis}`;
  element.querySelector('.aff-label').textContent = showing.label;
  const old = staleSince(row, moment.step, showing);
  element.querySelector('.aff-detail').textContent = [showing.detail, old !== null && `as of #${records.position(old)}`].filter(Boolean).join(' · ');
  link.setAttribute('aria-label', spokenAffordance(row, showing));
  if (motion) morph(holder, motion, showing); else holder.replaceChildren(icon(showing));
}

function itemRow(row) {
  const id = rowKeys[row];
  return h('a.row.item', { href: `#/item/${encodeURIComponent(id)}` },
    h('span.icon-place'),
    h('span.row-words', null, h('span.row-title', null, itemName(row)), itemName(row) !== id && h('span.row-detail', null, id)),
    h('span.aff-words', { lang: about.language }, h('span.aff-label'), h('span.aff-detail')));
}

const items = {
  title: 'Items',
  filter: { text: '', icon: -1 },
  make() {
    this.list = new LongList({
      label: 'Items', rowHeight: 60, empty: 'No item is like this at the moment.',
      make: (index) => itemRow(this.rows[index]),
      update: (element, index) => updateItemRow(element, this.rows[index]),
    });
    this.chips = h('div.chips', { role: 'group', 'aria-label': 'Only items that show' });
    const search = h('input', {
      type: 'search', placeholder: 'Find by title or id', 'aria-label': 'Find items by title or id', value: this.filter.text,
      oninput: (event) => { this.filter.text = event.target.value; this.refill(); },
    });
    this.refill();
    this.drawChips();
    return h('div.stack', null, card('Items', h('div.between', null, search, this.chips), this.list.element));
  },
  /** The rows that fit; with a filter on, one look at each item. */
  find() {
    const rows = itemRows.slice(0, itemCountAt(moment.step));
    const text = this.filter.text.trim().toLowerCase();
    return rows.filter((row) => {
      if (text && !rowKeys[row].toLowerCase().includes(text) && !itemName(row).toLowerCase().includes(text)) return false;
      if (this.filter.icon < 0) return true;
      const low = showings.starts[row];
      const found = lastNotAbove(showings.orderedSteps, moment.step, low, showings.starts[row + 1]);
      return found >= low && shown.icons[showings.places[showings.order[found]]] === this.filter.icon;
    });
  },
  refill() {
    this.rows = this.find();
    this.list.show(this.rows.length);
  },
  drawChips() {
    const counts = iconCountsAt(moment.step);
    const chip = (place, name, count, picture) => h('button.chip', {
      type: 'button', 'aria-pressed': this.filter.icon === place ? 'true' : 'false', 'data-icon': place,
      onclick: () => { this.filter.icon = this.filter.icon === place ? -1 : place; this.refill(); this.drawChips(); this.chips.querySelector(`[data-icon="${place}"]`)?.focus(); },
    }, picture, h('span', null, name), h('b', null, formatCount(count)));
    const list = [chip(-1, 'All', itemCountAt(moment.step))];
    counts.forEach((count, place) => {
      if (!count && this.filter.icon !== place) return;
      const [symbol, style, badge] = place ? source.icons[place - 1].split(' ') : ['', 'filled', ''];
      list.push(chip(place, place ? iconName(symbol, style, badge) : 'No icon', count, place ? icon({ symbol, style, badge, progress: 6500 }) : null));
    });
    fill(this.chips, list);
  },
  move(from) {
    const count = itemCountAt(moment.step);
    if (this.filter.icon >= 0 || this.filter.text.trim() || count !== this.shownCount) {
      const rows = this.find();
      if (rows.length !== this.rows.length || rows.some((row, index) => row !== this.rows[index])) {
        const top = this.list.element.scrollTop;
        this.rows = rows;
        this.list.show(rows.length);
        this.list.element.scrollTop = top;
      }
    }
    this.shownCount = count;
    for (const [index, element] of this.list.rows) updateItemRow(element, this.rows[index], from);
    this.drawChips();
  },
};

const iconNames = {
  offline_pin: 'Offline', download: 'Download', downloading: 'Downloading', cloud_off: 'No internet', error: 'Trouble', schedule: 'Queued',
  pause_circle: 'Paused', wifi: 'Wi-Fi awaited', delete: 'Removing', sync_problem: 'Trying again', sd_card_alert: 'Space', lock: 'Sign in',
  lock_clock: 'Expired', captive_portal: 'Sign in to network', network_check: 'Slow', help: 'Confirm', battery_alert: 'Power',
  file_download_off: 'Not available', cloud_sync: 'Checking',
};
const iconName = (symbol, style, badge) => symbol === 'offline_pin' && style === 'outline' ? 'Finishing' : `${iconNames[symbol] ?? symbol}${{ ring: symbol === 'downloading' ? '' : ', updating', dim: ', going', dot: ', newer exists' }[style] ?? ''}${badge === 'cloud_off' ? ', when connected' : ''}`;

// --- One item ---

const itemPage = {
  make(id) {
    this.row = rowOfItem.get(id);
    if (this.row === undefined) return h('p.notice', null, `There is no item '${id}' in this report.`);
    this.steps = historyOf(this.row);
    this.head = h('div.item-head', { 'aria-live': 'off' });
    this.machines = h('div');
    this.entries = new Map();
    this.list = h('ol.history');
    this.more = h('p.muted');
    const address = titles.has(this.row) ? h('p.muted', null, id) : null;
    this.spread();
    const element = h('div.stack', null,
      h('p', null, h('a', { href: '#/items' }, '← All items')),
      h('section.card', { 'aria-label': itemName(this.row) }, h('h2.item-title', null, itemName(this.row)), address, this.head),
      h('div.columns', null,
        card('History', this.more, this.list),
        card('State at this moment', this.machines)));
    this.move();
    return element;
  },
  /** The records around the moment: a long life is told a part at a time. */
  spread() {
    const max = 400;
    const at = Math.max(0, lastNotAbove(this.steps, moment.step));
    this.from = this.steps.length <= max ? 0 : Math.min(Math.max(0, at - max / 2), this.steps.length - max);
    this.to = Math.min(this.steps.length, this.from + max);
    this.entries.clear();
    const list = [];
    for (let i = this.from; i < this.to; i++) list.push(this.entry(this.steps[i]));
    fill(this.list, list);
    this.more.textContent = this.steps.length > max ? `Records ${this.from + 1} to ${this.to} of ${formatCount(this.steps.length)}, around the moment.` : '';
  },
  entry(step) {
    const showing = shownAt(this.row, step);
    const element = h('li', null, h('button.entry', { type: 'button', onclick: () => moment.go(step) },
      h('span.icon-place', null, showing && icon(showing)),
      h('span.entry-words', null,
        h('span.entry-sentence', null, records.sentence(step)),
        h('span.entry-side', null, h('time', null, formatTime(records.times[step])), ` · #${records.position(step)}`,
          showing && h('span', { lang: about.language }, ` · ${[showing.label, showing.detail].filter(Boolean).join(', ')}`)))));
    this.entries.set(step, element);
    return element;
  },
  move(from) {
    if (this.row === undefined) return;
    const showing = shownAt(this.row, moment.step);
    const at = lastNotAbove(this.steps, moment.step);
    if (at >= 0 && (at < this.from || at >= this.to)) this.spread();
    for (const [step, element] of this.entries) {
      element.classList.toggle('is-now', at >= 0 && step === this.steps[at]);
      element.classList.toggle('is-later', step > moment.step);
    }
    if (!showing) {
      fill(this.head, h('p.muted', null, 'Not registered yet at this moment.'));
      fill(this.machines, h('p.muted', null, 'Nothing.'));
      return;
    }
    const old = staleSince(this.row, moment.step, showing);
    fill(this.head, h('div.item-shown', { lang: about.language }, affordance(showing)),
      showing.actions.length > 0 && h('p.offers', { lang: about.language }, h('span.muted', { lang: 'en' }, 'It offered: '), showing.actions.join(' · ')),
      old !== null && h('p.muted', null, `Told as of #${records.position(old)}: this log changes more often than a page can hold.`));
    const motion = from === undefined ? 0 : motionBetween(this.row, from, moment.step);
    if (motion) morph(this.head.querySelector('.icon-place'), motion, showing);
    fill(this.machines, machines(this.row));
  },
};

/** The item's five machines and what is known of it, in words. */
function machines(row) {
  const groups = new Map([['catalogue', []], ['intent', []], ['installed', []], ['staging', []], ['transfer', []], ['removal', []], ['', []]]);
  for (const field of fieldsAt(row, moment.step)) {
    const [first, ...rest] = field.path;
    const name = rest.length ? first : '';
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push([spaced(rest.length ? rest.join(' ') : first), formatValue(field.value, field.name, field.isTime)]);
  }
  const words = { catalogue: 'Catalogue', intent: 'Intent', installed: 'Installed', staging: 'Unfinished file', transfer: 'Transfer', removal: 'Removal', '': 'Item' };
  return [...groups].map(([name, list]) => h('details', { open: name !== 'catalogue' && list.length > 0 },
    h('summary', null, words[name] ?? spaced(name), !list.length && h('span.muted', null, ' none')), list.length > 0 && pairs(list)));
}
