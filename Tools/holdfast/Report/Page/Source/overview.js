// What there is to see at a glance.

const overview = {
  title: 'Overview',
  make() {
    const installed = fieldAt(totalsRow, columnNamed('totals', 'installed'), stepCount) ?? 0;
    const wanted = fieldAt(totalsRow, columnNamed('totals', 'wanted'), stepCount) ?? 0;
    const used = fieldAt(totalsRow, columnNamed('totals', 'usedBytes'), stepCount) ?? 0;
    const received = attempts.reduce((sum, each) => sum + each.bytes, 0);
    const metered = attempts.reduce((sum, each) => sum + (each.isMetered ? each.bytes : 0), 0);
    const failed = attempts.filter((each) => each.outcome === 'failed' || each.outcome === 'wrong').length;
    const away = networkLengths().filter(([kind]) => kind === 'offline' || kind === 'captive' || kind === 'local').reduce((sum, [, length]) => sum + length, 0);
    const tile = (value, name, more, href) => h(href ? 'a.tile' : 'div.tile', { href }, h('strong', null, value), h('span', null, name), more && h('small', null, more));
    return h('div.stack', null,
      h('div.tiles', null,
        tile(formatCount(installed), installed === 1 ? 'item offline' : 'items offline', `of ${formatCount(itemRows.length)}, ${formatBytes(used)}`, '#/items'),
        tile(formatCount(wanted), 'still wanted', wanted ? 'at the end' : 'nothing waits', '#/moment'),
        tile(formatBytes(received), 'received', metered ? `${formatBytes(metered)} metered` : 'none of it metered', '#/transfers'),
        tile(formatCount(failed), failed === 1 ? 'failed transfer' : 'failed transfers', `of ${formatCount(attempts.length)}`, '#/failures'),
        tile(formatDuration(away), 'without internet', `of ${formatDuration(lastTime - firstTime)}`)),
      stepCount ? [
        card('Connection', ribbonChart(), networkLegend()),
        card('Transfers', transferChart(12), outcomeLegend()),
        card('Storage', storageChart(), legend([['--good', 'Files'], ['--active', 'Unfinished files']])),
      ] : h('p.notice', null, about.first ? 'No record lies in the time told of.' : 'The store is empty: nothing has been recorded yet.'),
      card('About this report', pairs([
        ...(about.store ? [['Store', about.store]] : []),
        ['Records', stepCount ? `#${about.first} to #${about.first + stepCount - 1}${about.isWhole ? '' : ', a part of the log'}` : 'none'],
        ['As of', stepCount ? formatTime(records.times[stepCount]) : formatTime(about.made)],
        ['Made', `${formatTime(about.made)} with holdfast ${about.tool}`],
        ['Private parts', about.isRedacted ? 'left out; ids stay' : 'titles and addresses are in this file'],
      ])));
  },
};
