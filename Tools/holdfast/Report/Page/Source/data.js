// What the file holds, read once. Nothing here is computed that the tool computed: rows, what items showed and sentences are taken as they are.

/** Whole numbers from base64, as NumberStream.swift writes them. */
class Numbers {
  constructor(base64) {
    const text = atob(base64);
    this.bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) this.bytes[i] = text.charCodeAt(i);
    this.place = 0;
    this.isToken = false;
  }

  get isAtEnd() { return this.place >= this.bytes.length; }

  whole() {
    let value = 0;
    let unit = 1;
    for (;;) {
      const byte = this.bytes[this.place++];
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  }

  /** A number of either sign; afterwards `isToken` says whether it names a text. */
  tagged() {
    const byte = this.bytes[this.place++];
    let value = (byte >> 2) & 31;
    if (byte & 128) value += this.whole() * 32;
    this.isToken = (byte & 1) === 1;
    return byte & 2 ? -value : value;
  }

  list() {
    const values = [];
    while (!this.isAtEnd) values.push(this.whole());
    return values;
  }
}

/** Texts by number: a template each, and the words in its places. */
class Phrases {
  constructor(source) {
    this.parts = source.templates.map((template) => template.split(source.mark));
    this.words = source.words;
    this.numbers = new Numbers(source.phrases);
    this.starts = new Uint32Array(source.count);
    for (let i = 0; i < source.count; i++) {
      this.starts[i] = this.numbers.place;
      const count = this.parts[this.numbers.whole()].length - 1;
      for (let k = 0; k < count; k++) this.numbers.whole();
    }
  }

  text(number) {
    this.numbers.place = this.starts[number];
    const parts = this.parts[this.numbers.whole()];
    let text = parts[0];
    for (let k = 1; k < parts.length; k++) text += this.words[this.numbers.whole()] + parts[k];
    return text;
  }
}

/** Index of the last element of `list` in [low, high) that is not above `value`; `low - 1` when all are. */
function lastNotAbove(list, value, low = 0, high = list.length) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1; else high = middle;
  }
  return low - 1;
}

/** Groups numbers 0...n-1 by a key each, keeping their order: members of key k stand in items[starts[k]..<starts[k + 1]]. */
function groupBy(keys, keyCount) {
  const starts = new Uint32Array(keyCount + 1);
  for (let i = 0; i < keys.length; i++) starts[keys[i] + 1]++;
  for (let k = 0; k < keyCount; k++) starts[k + 1] += starts[k];
  const items = new Uint32Array(keys.length);
  const next = starts.slice(0, keyCount);
  for (let i = 0; i < keys.length; i++) items[next[keys[i]]++] = i;
  return { starts, items };
}

const source = JSON.parse(document.getElementById('data').textContent);
const about = {
  tool: source.tool, store: source.store, made: source.made, language: source.language, isRedacted: source.isRedacted,
  isWhole: source.isWhole, first: source.first,
};

/** Steps: 0 is the state before the first record told of, step n the state after the n-th. */
const stepCount = source.count;

const records = (() => {
  const times = new Float64Array(stepCount + 1);
  const numbers = new Numbers(source.times);
  times[0] = source.base;
  for (let n = 1, time = 0; n <= stepCount; n++) {
    time += numbers.tagged();
    times[n] = time;
  }
  const column = (base64, Kind) => {
    const values = new Kind(stepCount + 1);
    const list = new Numbers(base64);
    for (let n = 1; n <= stepCount; n++) values[n] = list.whole();
    return values;
  };
  const subjects = column(source.subjects, Uint32Array);
  const types = column(source.types, Uint16Array);
  const actors = column(source.actors, Uint16Array);
  const sentences = column(source.sentences, Uint32Array);
  const texts = new Phrases(source.recordTexts);
  return {
    times,
    type: (n) => source.typeNames[types[n]],
    actor: (n) => source.actorNames[actors[n]],
    sentence: (n) => texts.text(sentences[n]),
    /** Row of the item that the record is about, or -1. */
    row: (n) => subjects[n] - 1,
    subjects,
    position: (n) => about.first + n - 1,
  };
})();

const attempts = (() => {
  const numbers = new Numbers(source.attempts);
  const texts = new Phrases(source.attemptTexts);
  const list = [];
  for (let i = 0; i < source.attemptCount; i++) {
    const row = numbers.whole();
    const start = numbers.tagged();
    const end = start + numbers.tagged();
    const bytes = numbers.tagged();
    const network = numbers.whole();
    const metered = numbers.whole();
    const outcome = source.outcomes[numbers.whole()];
    const host = numbers.whole();
    const reason = numbers.whole();
    const words = numbers.whole();
    list.push({
      row, start, end, bytes, outcome,
      network: network ? source.networks[network - 1] : null,
      isMetered: metered === 2,
      host: host ? source.hosts[host - 1] : null,
      reason: reason ? source.reasons[reason - 1] : null,
      words: words ? texts.text(words - 1) : null,
    });
  }
  return list;
})();

const timeline = (() => {
  const numbers = new Numbers(source.timeline);
  const list = [];
  for (let i = 0; i < source.timelineCount; i++) {
    list.push({
      time: numbers.tagged(), kind: source.timelineClasses[numbers.whole()], label: source.timelineLabels[numbers.whole()],
    });
  }
  return list;
})();
