// What `syncopate serve` needs of memory while its pages stay open: node bench/serve/soak.cjs [TIME] [FILE] [CHROMIUM]
// Builds nothing: expects artifacts/bin, as ./test leaves it. For so long, 12h when not given, such as 90m or 1.5h (a number alone is
// hours): a race whose number of users is changed whenever it rests, a watch of the sample site, and a replay that begins anew at its
// end, each in a tab of its own that is never reloaded; a race whose file is full is followed by another one in the same tab. Once a
// minute, more often where all of it is less than 40 minutes, the browser's own figures of each tab, after a collection, and what the
// kernel says of the server and of the race go on a line of FILE. How far it is stands on stderr; the figures that are judged go to
// stdout, and as rows for bench/results/serve.md beside FILE, with the ending .md. `kill -TERM` and Ctrl+C end it early, and what there
// is is judged, as partial. From a terminal that will be closed: setsid node bench/serve/soak.cjs 12h > soak.txt 2>&1 &
// Ends with 0 where the last quarter needs no more than a tenth more than the second one, with 1 otherwise. The first quarter is no
// beginning to compare with: code is still compiled, and caches fill. Of the race and its tab the quarters are those of the longest race:
// each has a page and a process of its own. A step that fails is named at the end, which is then 1, and the rest goes on: one that fails
// after hours must not take with it what was seen before.
const { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, readSync, readdirSync, rmSync, statSync, writeFileSync } = require('fs');
const { join } = require('path'), os = require('os');
const { artifact, launch, machine, median, site, sleep, start, stop, tool, usual } = require('./driver.cjs');
const [,, time = '12h', file = artifact('serve-soak.jsonl'), program = usual] = process.argv;
const minute = 60000, growth = 1.1, fewest = 8, mostNoted = 1000;
// Of what there are few, one more is more than a tenth: a thread of the pool, a file, a document that is not collected yet.
const few = { threads: 4, files: 4, listeners: 4, documents: 2 };
const [, number, unit = 'h'] = time.match(/^(\d+(?:\.\d+)?)([mh])?$/) ?? [], length = Number(number) * (unit === 'h' ? 60 : 1) * minute;
if (!(length > 0)) throw new Error(`TIME is '${time}', and must be a time such as 12h, 1.5h or 90m.`);
const apart = Math.max(5000, Math.min(minute, length / 40));
let ending = false;
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => { ending = true; });

const troubles = [];
const note = (list, text) => { if (list.length < mostNoted) list.push(text); };
const attempt = async (what, act) => {
  try {
    return await act();
  } catch (error) {
    // Ctrl+C ends the server, too, in the middle of a step.
    if (!ending) note(troubles, `${new Date().toISOString()}, ${what}: ${String(error?.message ?? error).split('\n', 1)[0]}`);
    return undefined;
  }
};
// By what is there now: a page that has its address already would be waited for in vain.
const until = async (what, isSo, most = minute) => {
  for (const end = Date.now() + most; !await isSo(); await sleep(250)) {
    if (Date.now() > end) throw new Error(`${what} did not come within ${most / 1000} s.`);
  }
};

const kernel = pid => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8'), of = key => Number(status.match(new RegExp(`^${key}:\\s+(\\d+)`, 'm'))[1]);
  return { residentMB: of('VmRSS') * 1024 / 1e6, threads: of('Threads'), files: readdirSync(`/proc/${pid}/fd`).length };
};
// What has ended meanwhile has no figures.
const kernelOf = pid => { try { return kernel(pid); } catch { return undefined; } };

// The process that tells a race, by the first line of its file, which may have 64 MB.
const tellerOf = feed => {
  try {
    const told = openSync(feed, 'r'), bytes = Buffer.alloc(1024);
    try {
      return JSON.parse(bytes.toString('utf8', 0, readSync(told, bytes, 0, bytes.length, 0)).split('\n', 1)[0]).pid;
    } finally {
      closeSync(told);
    }
  } catch {
    return undefined;
  }
};
const sizeOf = path => { try { return statSync(path).size / 1e6; } catch { return undefined; } };

// A tab, with the figures that the browser has of it.
const open = async (context, name) => {
  const page = await context.newPage(), inspector = await context.newCDPSession(page);
  const complaints = [];
  page.on('pageerror', error => note(complaints, String(error)));
  page.on('crash', () => note(complaints, 'The tab crashed.'));
  page.on('console', message => { if (message.type() === 'error') note(complaints, message.text()); });
  await inspector.send('Performance.enable');
  const figures = async () => {
    await inspector.send('HeapProfiler.collectGarbage');
    const { metrics } = await inspector.send('Performance.getMetrics'), of = key => metrics.find(m => m.name === key).value;
    return { heapMB: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), listeners: of('JSEventListeners'), documents: of('Documents') };
  };
  return { name, page, figures, complaints };
};

// The result whose race a page shows; null where it shows something else.
const raceOf = page => {
  const { pathname, searchParams } = new URL(page.url());
  return pathname === '/race' ? searchParams.get('result') : null;
};
const begin = async (page, origin) => {
  await page.goto(`${origin}/race?new=1`);
  await page.fill('[name=users]', '20');
  await page.click('#begin');
  await until('The page of a race', () => raceOf(page));
};
// A report of some hours takes its time, and the page is told that it is over when that is there.
const end = async page => {
  if (await page.isVisible('#stop')) await page.click('#stop');
  await page.waitForSelector('#after:not([hidden])', { timeout: 10 * minute });
};

// One step of the race: another load where it rests, and a race of its own where it is over, or its file is full.
const step = async (page, origin, done) => {
  if (raceOf(page)) {
    const rests = (await page.textContent('#stage')).includes('Choose another number');
    const isFull = (await page.textContent('#behind')).includes('The picture ends here');
    if (isFull) await end(page);
    if (!await page.isVisible('#after')) {
      if (!rests) return;
      await page.fill('#users', String(5 + 5 * (done.changes++ % 10)));
      await page.dispatchEvent('#users', 'change');
      return;
    }
  }
  await begin(page, origin);
  done.races++;
};

// The lines of the longest race: another one has another page, and another process.
const longest = lines => {
  const own = n => lines.filter(l => l.races === n);
  return [...new Set(lines.map(l => l.races))].map(own).reduce((most, list) => list.length > most.length ? list : most, []);
};

// The rows of a table, what has grown, and what cannot be judged, as a quarter has no figures of it.
const judge = (lines, names) => {
  const figures = [
    ...names.flatMap(name => ['heapMB', 'nodes', 'listeners', 'documents'].map(key => [name, key])),
    ...['residentMB', 'threads', 'files'].map(key => ['server', key]), ['racing', 'residentMB'],
  ];
  const own = longest(lines), rows = [], grown = [], unknown = [];
  for (const [name, key] of figures) {
    const of = name === 'race' || name === 'racing' ? own : lines;
    const quarter = n => of.slice(Math.floor(of.length * n / 4), Math.floor(of.length * (n + 1) / 4));
    const values = [1, 2, 3].map(n => quarter(n).filter(l => l[name]).map(l => l[name][key])).map(list => list.length ? median(list) : NaN);
    const ratio = values[2] / values[0], steady = ratio <= growth || values[2] - values[0] <= (few[key] ?? 0);
    const isKnown = !values.some(Number.isNaN);
    if (!isKnown) unknown.push(`${name}: ${key}`);
    else if (!steady) grown.push(`${name}: ${key}`);
    const what = name === 'racing' ? 'process of the race' : name === 'server' ? 'server' : `tab of the ${name}`;
    rows.push(`| ${what}: ${key} | ${values.map(v => v.toFixed(1)).join(' | ')} | ${isKnown ? ratio.toFixed(3) : 'not judged'}${isKnown && !steady ? ' **grows**' : ''} |`);
  }
  return { table: ['| what | second quarter | third | last | last over second |', '|---|---|---|---|---|', ...rows].join('\n'), grown, unknown, own };
};

const hoursOf = ms => (ms / minute / 60).toFixed(2);
// Where it is now, in a line.
const say = (line, passed) => {
  const heap = name => line[name] ? `${name} ${line[name].heapMB.toFixed(1)} MB` : `${name} without figures`;
  const server = line.server ? `server ${line.server.residentMB.toFixed(0)} MB, ${line.server.threads} threads` : 'no server';
  const feed = line.feedMB === undefined ? '' : `, its file ${line.feedMB.toFixed(1)} MB`;
  console.error(`${hoursOf(passed)} of ${hoursOf(length)} h: ${['race', 'watch', 'replay'].map(heap).join(', ')}; ${server}; `
    + `race ${line.races} with ${line.changes} changes of the load${feed}; ${troubles.length} steps have failed`);
};

(async () => {
  const folder = mkdtempSync(join(os.tmpdir(), 'soak-')), out = join(folder, 'out');
  const sample = await start([site, '--urls', 'http://127.0.0.1:0'], /listening on: (\S+)/);
  const served = await start([tool, 'serve', '--out', out], /Syncopate is at (\S+)/);
  for (const [what, { found, text }] of [['The sample site', sample], ['The server', served]]) {
    if (!found) throw new Error(`${what} has ended: ${text}`);
  }
  // Whoever closes a terminal does not mean the browser either: it would be gone, and the rest go on.
  const browser = await launch(program, [], { handleSIGTERM: false, handleSIGINT: false, handleSIGHUP: false });
  const entrance = new URL(served.found[1]), { origin } = entrance;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const race = await open(context, 'race'), watch = await open(context, 'watch'), replay = await open(context, 'replay');
  const tabs = [race, watch, replay];

  // A short race first, so that there is a result to replay; the demonstration begins by itself.
  await race.page.goto(entrance.href);
  await until('The page of the demonstration', () => raceOf(race.page));
  const shown = raceOf(race.page);
  await sleep(minute / 2);
  await end(race.page);
  await replay.page.goto(`${origin}/replay?result=${encodeURIComponent(shown)}`);
  await replay.page.waitForSelector('.lane');
  await replay.page.selectOption('#speed', '4');
  await watch.page.goto(`${origin}/watch`);
  await watch.page.locator('tr', { hasText: `(${sample.child.pid})` }).getByRole('button').click();
  await watch.page.waitForSelector('#watch');
  await begin(race.page, origin);

  writeFileSync(file, '');
  const lines = [], began = Date.now(), over = began + length, done = { races: 1, changes: 0 };
  let saying = 0;
  let watching = true;
  while (!ending && Date.now() < over) {
    // In steps, so that an early end is heard.
    for (const next = Date.now() + apart; !ending && Date.now() < next;) await sleep(500);
    if (ending) break; // Ctrl+C ends the server and the browser, too: nothing is left to ask.
    await attempt('race', () => step(race.page, origin, done));
    await attempt('replay', async () => {
      // At its end a press plays it again; while it is played the button says Pause.
      if (await replay.page.textContent('#play') === 'Play') await replay.page.click('#play');
    });
    if (watching) await attempt('watch', async () => {
      watching = await watch.page.locator('#watch [data-over]').count() === 0;
      if (!watching) throw new Error('It ended by itself.');
      // Of a server that does not answer, or does not know the watch, the page keeps what it had: that is no growth, and no watch.
      const behind = await watch.page.textContent('#behind');
      if (behind) throw new Error(behind);
    });
    const result = raceOf(race.page), feed = result && join(out, result, 'live.jsonl');
    const line = { minutes: (Date.now() - began) / minute, ...done, server: kernelOf(served.child.pid), load: os.loadavg()[0] };
    if (feed) Object.assign(line, { racing: kernelOf(tellerOf(feed)), feedMB: sizeOf(feed) });
    for (const tab of tabs) line[tab.name] = await attempt(`figures of ${tab.name}`, tab.figures);
    lines.push(line);
    await attempt('the file of figures', () => appendFileSync(file, `${JSON.stringify(line)}\n`));
    if (Date.now() >= saying) {
      say(line, Date.now() - began);
      saying = Date.now() + length / 72; // Each ten minutes of twelve hours.
    }
    if (!line.server) {
      note(troubles, 'The server has ended.');
      break;
    }
  }

  const isPartial = Date.now() < over, { table, grown, unknown, own } = judge(lines, tabs.map(tab => tab.name));
  const heading = `${new Date(began).toISOString().slice(0, 10)}: ${machine()}, Chromium ${browser.version()}; ${hoursOf(Date.now() - began)} h of ${hoursOf(length)}${isPartial ? ', ended early: partial' : ''}; ${done.races} races with ${done.changes} changes of the load, the longest of ${own.length} lines of ${lines.length}. Medians of each quarter; a tenth more in the last than in the second would be growth, or, of threads, files, listeners and documents, that and more than a few.`;
  const complaints = [...tabs.map(tab => [`tab of the ${tab.name}`, tab.complaints]), ['what was done', troubles]]
    .filter(([, list]) => list.length).map(([name, list]) => `${name}: ${list.length} complaints, first: ${list[0]}`);
  if (own.length < fewest) complaints.push(`The longest race has ${own.length} lines, which are too few to judge: at least ${fewest}.`);
  else if (grown.length) complaints.push(`It grows: ${grown.join(', ')}.`);
  if (unknown.length) complaints.push(`A quarter has no figures of ${unknown.join(', ')}: not judged.`);
  process.exitCode = complaints.length ? 1 : 0;
  const found = [heading, '', table, '', ...complaints.length ? complaints : ['It does not grow.'], ''].join('\n');
  console.log(`${found}\nFigures of each moment: ${file}`);
  await attempt('the file of rows', () => writeFileSync(`${file.replace(/\.jsonl$/, '')}.md`, found));
  await attempt('end', () => browser.close());
  await Promise.race([stop(served.child), sleep(minute)]); // It ends its race in order.
  await Promise.race([stop(sample.child), sleep(minute)]);
  // A race that outlasts its server writes into it for a moment.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  process.exit(); // With the code that is set; one that did not end is not waited for.
})().catch(error => {
  // Before the first minute; the programs that were started end with this one.
  console.error(error);
  process.exit(1);
});
