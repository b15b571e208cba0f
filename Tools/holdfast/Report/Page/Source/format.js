// Numbers and times in words. Times are those of the place where the report was made, as in the sentences.

function formatBytes(bytes) {
  if (Math.abs(bytes) < 1000) return `${bytes} B`;
  let value = bytes;
  let unit = 'B';
  for (const next of ['kB', 'MB', 'GB', 'TB', 'PB', 'EB']) {
    if (Math.abs(value) < 999.5) break;
    value /= 1000;
    unit = next;
  }
  const tenths = Math.round(value * 10);
  return tenths < 100 && tenths % 10 ? `${(tenths / 10).toFixed(1)} ${unit}` : `${Math.round(value)} ${unit}`;
}

function formatCount(number) { return String(number).replace(/\B(?=(\d{3})+$)/g, ' '); }

const countOf = (number, noun) => `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`;

/** Microseconds as a length of time. */
function formatDuration(microseconds) {
  const seconds = Math.max(0, microseconds) / 1e6;
  if (seconds === 0) return '0 s';
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min${whole % 60 ? ` ${whole % 60} s` : ''}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
  return `${Math.floor(hours / 24)} days${hours % 24 ? ` ${hours % 24} h` : ''}`;
}

const two = (number) => String(number).padStart(2, '0');

/** The clock on the wall at a time, as a date whose UTC parts are local. */
function localDate(microseconds) {
  let seconds = 0;
  for (let i = 0; i < source.offsets.length && source.offsets[i] <= microseconds; i += 2) seconds = source.offsets[i + 1];
  return new Date(Math.floor(microseconds / 1000) + seconds * 1000);
}

const formatDay = (time) => {
  const date = localDate(time);
  return Number.isNaN(date.getTime()) ? '?' : `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
};
const formatClock = (time, withSeconds = true) => {
  const date = localDate(time);
  if (Number.isNaN(date.getTime())) return '?';
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}${withSeconds ? `:${two(date.getUTCSeconds())}` : ''}`;
};
const formatTime = (time) => `${formatDay(time)} ${formatClock(time)}`;

/** RFC 3339 in UTC with microseconds, as the tool writes it. */
function formatISO(microseconds) {
  const milliseconds = Math.floor(microseconds / 1000);
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return String(microseconds);
  return `${date.toISOString().slice(0, -1)}${String(microseconds - milliseconds * 1000).padStart(3, '0')}Z`;
}

/** A field's value for people. */
function formatValue(value, name, isTime) {
  if (value === undefined) return 'none';
  if (isTime && typeof value === 'number') return formatTime(value);
  const last = name.split('.').pop();
  if (typeof value === 'number') {
    if (/Bytes$/.test(last) || ['bytes', 'size', 'total', 'fromByte'].includes(last)) return formatBytes(value);
    if (/InMilliseconds$/.test(last)) return formatDuration(value * 1000);
    return String(value);
  }
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) return value.length ? value.map((each) => formatValue(each, name, false)).join(', ') : 'none';
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([key, each]) => `${key} ${formatValue(each, key, false)}`);
    return parts.length ? parts.join(', ') : 'yes';
  }
  return value === '' ? '""' : String(value);
}

/** `downloadRequested` as `Download requested`. */
function spaced(name) {
  const text = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
