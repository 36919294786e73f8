// What `syncopate serve` needs of memory while its pages stay open: node bench/serve/soak.cjs [HOURS] [FILE] [CHROMIUM]
// Builds nothing: expects artifacts/bin, as ./test leaves it. For so many hours, 12 when not given: a race whose number of users is
// changed whenever it rests, a watch of the sample site, and a replay that begins anew at its end, each in a tab of its own that is
// never reloaded. Once a minute the browser's own figures of each tab, after a collection, and what the kernel says of the server and
// of the race go on a line of FILE. `kill -TERM` and Ctrl+C end it early, and what there is is judged, as partial.
// Ends with 0 where the last quarter needs no more than a tenth more than the second one, with 1 otherwise. The first quarter is no
// beginning to compare with: code is still compiled, and caches fill. A step that fails is named at the end, which is then 1, and the
// rest goes on: one that fails after hours must not take with it what was seen before.
const { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, readSync, readdirSync, rmSync, statSync, writeFileSync } = require('fs');
const { join } = require('path'), os = require('os');
const { artifact, launch, machine, median, site, sleep, start, stop, tool, usual } = require('./driver.cjs');
const [,, number = '12', file = artifact('serve-soak.jsonl'), program = usual] = process.argv;
const minute = 60000, growth = 1.1, fewest = 8, mostNoted = 1000;
if (!(Number(number) > 0)) throw new Error(`HOURS is '${number}', and must be more than 0, such as 1.5.`);
let ending = false;
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => { ending = true; });

const troubles = [];
const note = (list, text) => { if (list.length < mostNoted) list.push(text); };
const attempt = async (what, act) => {
  try {
    return await act();
  } catch (error) {
    note(troubles, `${new Date().toISOString()}, ${what}: ${String(error?.message ?? error).split('\n', 1)[0]}`);
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
const end = async page => {
  if (await page.isVisible('#stop')) await page.click('#stop');
  await page.waitForSelector('#after:not([hidden])', { timeout: 2 * minute });
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

const judge = (lines, names, races) => {
  if (lines.length < fewest) {
    process.exitCode = 1;
    console.log(`${lines.length} minutes are too few to judge: at least ${fewest}.`);
    return;
  }
  const quarter = n => lines.slice(Math.floor(lines.length * n / 4), Math.floor(lines.length * (n + 1) / 4));
  const figures = [
    ...names.flatMap(name => ['heapMB', 'nodes', 'listeners', 'documents'].map(key => [name, key])),
    ...['residentMB', 'threads', 'files'].map(key => ['server', key]), ['racing', 'residentMB'],
  ];
  console.log('| what | second quarter | third | last | last over second |\n|---|---|---|---|---|');
  for (const [name, key] of figures) {
    const values = [1, 2, 3].map(n => quarter(n).filter(l => l[name]).map(l => l[name][key])).map(list => list.length ? median(list) : NaN);
    const ratio = values[2] / values[0];
    // A race that is begun anew has a process of its own, and is no growth of the same one.
    const judged = name !== 'racing' || races === 1;
    if (judged && !(ratio <= growth)) process.exitCode = 1;
    console.log(`| ${name}: ${key} | ${values.map(v => v.toFixed(1)).join(' | ')} | ${ratio.toFixed(3)}${judged ? '' : ', not judged'} |`);
  }
};

(async () => {
  const folder = mkdtempSync(join(os.tmpdir(), 'soak-')), out = join(folder, 'out');
  const sample = await start([site, '--urls', 'http://127.0.0.1:0'], /listening on: (\S+)/);
  const served = await start([tool, 'serve', '--out', out], /Syncopate is at (\S+)/), entrance = new URL(served.found[1]), { origin } = entrance;
  const browser = await launch(program, [], { handleSIGTERM: false, handleSIGINT: false });
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
  const lines = [], began = Date.now(), over = began + Number(number) * 60 * minute, done = { races: 1, changes: 0 };
  let watching = true;
  while (!ending && Date.now() < over) {
    // In steps, so that an early end is heard.
    for (const next = Date.now() + minute; !ending && Date.now() < next;) await sleep(500);
    if (ending) break; // Ctrl+C ends the server and the browser, too: nothing is left to ask.
    await attempt('race', () => step(race.page, origin, done));
    await attempt('replay', async () => {
      if (!await replay.page.evaluate('Number(document.getElementById("seek").value) >= 1000')) return;
      // At its end a press begins it anew, and holds it; a second one lets it go.
      await replay.page.click('#play');
      await replay.page.click('#play');
    });
    if (watching) await attempt('watch', async () => {
      watching = await watch.page.locator('#watch [data-over]').count() === 0;
      if (!watching) throw new Error('It ended by itself.');
    });
    const result = raceOf(race.page), feed = result && join(out, result, 'live.jsonl');
    const line = { minutes: (Date.now() - began) / minute, ...done, server: kernelOf(served.child.pid), load: os.loadavg()[0] };
    if (feed) Object.assign(line, { racing: kernelOf(tellerOf(feed)), feedMB: sizeOf(feed) });
    for (const tab of tabs) line[tab.name] = await attempt(`figures of ${tab.name}`, tab.figures);
    lines.push(line);
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    if (!line.server) {
      note(troubles, 'The server has ended.');
      break;
    }
  }

  const hours = ((Date.now() - began) / minute / 60).toFixed(1), isPartial = Date.now() < over;
  console.log(`${machine()}, Chromium ${browser.version()}; ${hours} h of ${number}${isPartial ? ', ended early: partial' : ''}; ${done.races} races with ${done.changes} changes of the load`);
  judge(lines, tabs.map(tab => tab.name), done.races);
  for (const [name, list] of [...tabs.map(tab => [tab.name, tab.complaints]), ['what was done', troubles]]) {
    if (!list.length) continue;
    process.exitCode = 1;
    console.log(`${name}: ${list.length} complaints, first: ${list[0]}`);
  }
  console.log(`${process.exitCode ? 'It grows, or was not judged, or complained.' : 'It does not grow.'} Figures of each minute: ${file}`);
  await attempt('end', () => browser.close());
  await stop(served.child); // It ends its race in order.
  await stop(sample.child);
  rmSync(folder, { recursive: true, force: true });
})().catch(error => {
  // Before the first minute; the programs that were started end with this one.
  console.error(error);
  process.exit(1);
});
