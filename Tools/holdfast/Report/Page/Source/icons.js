// The icons of the affordance table, drawn for this page: lines two units wide on a field of 24. `fill` is solid, `cut` is cut out of it.

const drawings = {
  download: ['M12 4v11', 'M7 10.5l5 5 5-5', 'M5 20h14'],
  downloading: ['M12 7.5v8', 'M8.6 12.3L12 15.7l3.4-3.4', { circle: 9 }],
  offline_pin: [{ fill: 10 }, { cut: 'M7.6 11.2l3.1 3.1 5.8-5.9' }, { cut: 'M8 17.3h8' }],
  cloud_off: ['M9.4 6.6A6 6 0 0 1 18.2 11a4 4 0 0 1 2 6.9', 'M6.3 9.2A5 5 0 0 0 7 19h10', 'M4 4l16.5 16.5'],
  cloud_sync: ['M8 18.5H7a5 5 0 0 1 0-10 6 6 0 0 1 11.3 1.9 4 4 0 0 1 2.5 3.8', 'M11 16.6a3.3 3.3 0 0 1 5.9-1.8', 'M17.2 12.6v2.4h-2.4', 'M17.4 18.6a3.3 3.3 0 0 1-5.9 1.8', 'M11.2 22.4V20h2.4'],
  delete: ['M5 7h14', 'M10 4h4', 'M7 7l.9 12.6h8.2L17 7', 'M10.3 11v5', 'M13.7 11v5'],
  error: [{ circle: 9 }, 'M12 7.6v5.2', { dot: [12, 16.4] }],
  lock_clock: ['M13 19H5.2v-8.6h9.6', 'M7 10.4V7.6a3 3 0 0 1 6 0v2.8', { at: [17.2, 17, 4.6] }, 'M17.2 14.9v2.2l1.5 1'],
  lock: ['M6 10.5h12v9.5H6z', 'M8.5 10.5V7.6a3.5 3.5 0 0 1 7 0v2.9', { dot: [12, 15.2] }],
  pause_circle: [{ circle: 9 }, 'M10 9v6', 'M14 9v6'],
  captive_portal: ['M3.5 5h17v14h-17z', 'M3.5 9.3h17', 'M8 14.2h7.4', 'M12.8 11.7l2.6 2.5-2.6 2.5'],
  wifi: ['M3.2 9.6a12.4 12.4 0 0 1 17.6 0', 'M6.5 13.1a7.8 7.8 0 0 1 11 0', 'M9.7 16.4a3.3 3.3 0 0 1 4.6 0', { dot: [12, 19.3] }],
  network_check: ['M3.2 10.2a12.4 12.4 0 0 1 17.6 0', 'M6.6 14a7.7 7.7 0 0 1 4.6-2.3', 'M12.2 18l4.6-6.4', { dot: [12, 18.4] }],
  help: [{ circle: 9 }, 'M9.5 9.5a2.5 2.5 0 1 1 3.7 2.2c-.8.4-1.2.9-1.2 1.7', { dot: [12, 16.6] }],
  sd_card_alert: ['M9 3.5h8.5v17h-11V6z', 'M12 9v4.4', { dot: [12, 16.8] }],
  schedule: [{ circle: 9 }, 'M12 7v5.3l3.5 2'],
  battery_alert: ['M10 3.2h4v2h2.6v15.6H7.4V5.2H10z', 'M12 9.6v4.6', { dot: [12, 17.4] }],
  sync_problem: ['M19.2 9.4A7.6 7.6 0 0 0 6.4 7.3', 'M5.6 4v3.8h3.8', 'M4.8 14.6a7.6 7.6 0 0 0 12.8 2.1', 'M18.4 20v-3.8h-3.8', 'M12 8.6v4', { dot: [12, 15.6] }],
  file_download_off: ['M12 4v5', 'M7.4 10.9l4.6 4.6', 'M14.6 13l2.2-2.2', 'M5 20h14', 'M4 4l16 16'],
};

/** Signs on the scrubber's buttons. */
const signs = {
  first: ['M6 5.5v13', 'M18 5.5v13L9 12z'], back: ['M14.5 5.5L8 12l6.5 6.5'], play: ['M8 5.5v13l10.5-6.5z'], pause: ['M8.5 6v12', 'M15.5 6v12'],
  on: ['M9.5 5.5L16 12l-6.5 6.5'], last: ['M18 5.5v13', 'M6 5.5v13l9-6.5z'],
};
const sign = (name) => svg('svg', { viewBox: '0 0 24 24', class: 'icon sign-picture', 'aria-hidden': 'true' }, ...signs[name].map((d) => svg('path', { d, class: 'ink' })));

function drawn(symbol) {
  return (drawings[symbol] ?? []).map((part) => {
    if (typeof part === 'string') return svg('path', { d: part, class: 'ink' });
    if (part.cut) return svg('path', { d: part.cut, class: 'cut' });
    if (part.fill) return svg('circle', { cx: 12, cy: 12, r: part.fill, class: 'fill' });
    if (part.dot) return svg('circle', { cx: part.dot[0], cy: part.dot[1], r: 1.3, class: 'fill' });
    const [x, y, radius] = part.at ?? [12, 12, part.circle];
    return svg('circle', { cx: x, cy: y, r: radius, class: 'ink' });
  });
}

const ringLength = 2 * Math.PI * 10.6;

/** The icon of what an item shows. It says nothing to a screen reader: the label beside it says the same. */
function icon({ symbol, style, badge, progress }) {
  const picture = svg('svg', { viewBox: '0 0 24 24', class: `icon icon-${symbol || 'none'} is-${style}`, 'aria-hidden': 'true' });
  if (style === 'ring') {
    const inner = symbol === 'downloading' ? drawn('downloading').slice(0, 2) : drawn(symbol);
    picture.append(svg('g', { class: 'in-ring' }, ...inner));
    picture.append(svg('circle', { cx: 12, cy: 12, r: 10.6, class: 'track' }));
    const part = progress === null ? 0.25 : progress / 10000;
    picture.append(svg('circle', {
      cx: 12, cy: 12, r: 10.6, class: `ring${progress === null ? ' is-unknown' : ''}`, 'stroke-dasharray': `${part * ringLength} ${ringLength}`,
    }));
  } else {
    picture.append(...drawn(symbol));
  }
  if (style === 'dot') picture.append(svg('circle', { cx: 19.5, cy: 4.5, r: 3.4, class: 'dot' }));
  if (badge) {
    picture.append(svg('circle', { cx: 18, cy: 18, r: 6, class: 'badge-ground' }));
    picture.append(svg('g', { class: `badge icon-${badge}`, transform: 'translate(12.6 12.6) scale(.45)' }, ...drawn(badge)));
  }
  return picture;
}

/** Download becomes ring becomes pin; backwards where the pin goes. With less motion it is a cross-fade (see page.css). */
function morph(holder, motion, showing) {
  const ring = svg('circle', { cx: 12, cy: 12, r: 10, class: 'morph-ring', pathLength: 1 });
  const layers = [
    svg('g', { class: 'morph-download icon-download' }, ...drawn('download')),
    ring,
    svg('g', { class: 'morph-pin icon-offline_pin' }, ...drawn('offline_pin')),
  ];
  const picture = svg('svg', { viewBox: '0 0 24 24', class: `icon morph morph-${motion === 1 ? 'appear' : 'disappear'}`, 'aria-hidden': 'true' }, ...layers);
  holder.replaceChildren(picture);
  const end = () => {
    if (picture.isConnected) holder.replaceChildren(icon(showing));
  };
  setTimeout(end, reducesMotion.matches ? 400 : 1300);
}
