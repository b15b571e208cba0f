// Elements are made one by one and given text as text: nothing that the store holds is ever read as markup.

/** `h('a.item', {href: '#x', onclick: f}, 'text', child)`. */
function h(name, properties, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child);
  }
}

function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

function svg(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A name that may break after its points. */
const broken = (name) => name.split('.').flatMap((part, index) => index ? ['.', h('wbr'), part] : [part]);

const card = (title, ...children) => h('section.card', { 'aria-label': title }, h('h2', null, title), children);

/** Names and values under each other. */
const pairs = (list) => h('dl.pairs', null, list.map(([name, value]) => [h('dt', null, name), h('dd', null, value)]));

const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** A list of which only what can be seen is in the page. `make(index)` gives an element of the height of a row. */
class LongList {
  constructor({ label, rowHeight, make, update, empty }) {
    Object.assign(this, { rowHeight, make, update, empty, count: 0, rows: new Map() });
    this.space = h('div.long-space', { role: 'list', 'aria-label': label });
    this.element = h('div.long', {
      tabindex: '0', role: 'region', 'aria-label': label, onscroll: () => this.draw(), onkeydown: (event) => this.press(event),
    }, this.space);
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** Shows so many rows anew. */
  show(count) {
    this.count = count;
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.space.style.height = `${Math.max(1, count) * this.rowHeight}px`;
    this.space.dataset.empty = count ? '' : this.empty;
    this.element.style.height = `min(${Math.max(1, count) * this.rowHeight + 2}px, var(--long-height))`;
    this.draw();
  }

  /** What is shown has changed in its content alone. */
  refresh() { for (const [index, row] of this.rows) this.update?.(row, index); }

  draw() {
    const height = this.element.clientHeight || 600;
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.rowHeight) - 4);
    const last = Math.min(this.count, Math.ceil((this.element.scrollTop + height) / this.rowHeight) + 4);
    for (const [index, row] of this.rows) {
      if ((index < first || index >= last) && row !== document.activeElement) {
        row.remove();
        this.rows.delete(index);
      }
    }
    for (let index = first; index < last; index++) {
      if (this.rows.has(index)) continue;
      const row = this.make(index);
      row.style.top = `${index * this.rowHeight}px`;
      row.style.height = `${this.rowHeight}px`;
      const item = h('div.long-item', { role: 'listitem', 'aria-setsize': this.count, 'aria-posinset': index + 1 });
      item.style.top = row.style.top;
      item.style.height = row.style.height;
      row.style.top = '0';
      item.append(row);
      this.rows.set(index, item);
      const after = [...this.space.children].find((each) => Number(each.getAttribute('aria-posinset')) > index + 1);
      this.space.insertBefore(item, after ?? null);
      this.update?.(item, index);
    }
  }

  scrollTo(index) {
    const top = index * this.rowHeight;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop || top + this.rowHeight > scrollTop + clientHeight) {
      this.element.scrollTop = top - (clientHeight - this.rowHeight) / 2;
    }
    this.draw();
  }

  /** Arrow keys walk from row to row. */
  press(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (!step || !this.count) return;
    const held = [...this.rows].find(([, row]) => row.contains(document.activeElement));
    const index = Math.min(this.count - 1, Math.max(0, held ? held[0] + step : step < 0 ? 0 : step === 1 ? 0 : this.count - 1));
    event.preventDefault();
    event.stopPropagation();
    this.scrollTo(index);
    this.rows.get(index)?.querySelector('a, button')?.focus({ preventScroll: true });
  }
}
