// What `syncopate serve` needs of memory while its pages stay open: node bench/serve/soak.cjs [HOURS] [FILE] [CHROMIUM]
// Builds nothing: expects artifacts/bin, as ./test leaves it. For so many hours, 12 when not given: a race whose number of people is
// changed whenever it rests, a watch of the sample site, and a replay that begins anew at its end, each in a tab of its own that is
// never reloaded. Once a minute the browser's own figures of each tab, after a collection, and what the kernel says of the server and
// of the race go on a line of FILE. `kill -TERM` ends it early, and what there is is judged, as partial.
// Ends with 0 where the last quarter needs no more than a tenth more than the second one, with 1 otherwise. The first quarter is no
// beginning to compare with: code is still compiled, and caches fill.
const { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } = require('fs');
const { join } = require('path'), os = require('os');
const { artifact, launch, machine, median, site, sleep, start, tool, usual } = require('./driver.cjs');
const [,, number = '12', file = artifact('serve-soak.jsonl'), program = usual] = process.argv;
const minute = 60000, growth = 1.1, fewest = 8;
let ending = false;
process.on('SIGTERM', () => { ending = true; });

const kernel = pid => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8'), of = key => Number(status.match(new RegExp(`^${key}:\\s+(\\d+)`, 'm'))[1]);
  return { residentMB: of('VmRSS') * 1024 / 1e6, threads: of('Threads'), files: readdirSync(`/proc/${pid}/fd`).length };
};
// A race that has ended meanwhile has no figures.
const kernelOf = pid => { try { return kernel(pid); } catch { return undefined; } };

// A tab, with the figures that the browser has of it.
const open = async (context, name) => {
  const page = await context.newPage(), inspector = await context.newCDPSession(page);
  const complaints = [];
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('console', message => { if (message.type() === 'error') complaints.push(message.text()); });
  await inspector.send('Performance.enable');
  const figures = async () => {
    await inspector.send('HeapProfiler.collectGarbage');
    const { metrics } = await inspector.send('Performance.getMetrics'), of = key => metrics.find(m => m.name === key).value;
    return { heapMB: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), listeners: of('JSEventListeners'), documents: of('Documents') };
  };
  return { name, page, figures, complaints };
};

const begin = async (page, origin, users) => {
  await page.goto(`${origin}/race?new=1`);
  await page.fill('[name=users]', String(users));
  await page.click('#begin');
  await page.waitForURL('**/race?result=*', { timeout: minute });
};

(async () => {
  const folder = mkdtempSync(join(os.tmpdir(), 'soak-')), out = join(folder, 'out');
  const sample = await start([site, '--urls', 'http://127.0.0.1:0'], /listening on: (\S+)/);
  const served = await start([tool, 'serve', '--out', out], /Syncopate is at (\S+)/), entrance = new URL(served.found[1]);
  const browser = await launch(program, [], { handleSIGTERM: false }), context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const race = await open(context, 'race'), watch = await open(context, 'watch'), tabs = [race, watch];

  // A short race first, so that there is a result to replay; the demonstration begins by itself.
  await race.page.goto(entrance.href);
  await race.page.waitForURL('**/race?result=*', { timeout: minute });
  const shown = new URL(race.page.url()).searchParams.get('result');
  await sleep(minute / 2);
  await race.page.click('#stop');
  await race.page.waitForSelector('#after:not([hidden])', { timeout: minute });
  const replay = await open(context, 'replay');
  tabs.push(replay);
  await replay.page.goto(`${entrance.origin}/replay?result=${encodeURIComponent(shown)}`);
  await replay.page.selectOption('#speed', '16');
  await watch.page.goto(`${entrance.origin}/watch`);
  await watch.page.locator('tr', { hasText: `(${sample.child.pid})` }).getByRole('button').click();
  await watch.page.waitForSelector('#watch');
  await begin(race.page, entrance.origin, 20);

  writeFileSync(file, '');
  const lines = [], began = Date.now(), end = began + Number(number) * 60 * minute;
  let races = 1, changes = 0;
  while (!ending && Date.now() < end) {
    // In steps, so that an early end is heard.
    for (const next = Date.now() + minute; !ending && Date.now() < next;) await sleep(500);
    const stage = await race.page.textContent('#stage'), behind = await race.page.textContent('#behind');
    const folderOf = join(out, new URL(race.page.url()).searchParams.get('result')), feed = join(folderOf, 'live.jsonl');
    if (await race.page.isVisible('#after') || behind.includes('The picture ends here')) {
      // Its file is full, or it ended: the one reason for another document.
      if (await race.page.isVisible('#stop')) await race.page.click('#stop');
      await race.page.waitForSelector('#after:not([hidden])', { timeout: 2 * minute });
      await begin(race.page, entrance.origin, 20);
      races++;
    } else if (stage.includes('Choose another number')) {
      await race.page.fill('#users', String(5 + 5 * (changes++ % 10)));
      await race.page.dispatchEvent('#users', 'change');
    }
    if (await replay.page.evaluate('Number(document.getElementById("seek").value) >= 1000')) {
      // At its end a press begins it anew, and holds it; a second one lets it go.
      await replay.page.click('#play');
      await replay.page.click('#play');
    }
    let racing;
    try { racing = kernelOf(JSON.parse(readFileSync(feed, 'utf8').split('\n', 1)[0]).pid); } catch { }
    const line = { minutes: (Date.now() - began) / minute, races, changes, server: kernel(served.child.pid), racing, load: os.loadavg()[0] };
    try { line.feedMB = statSync(feed).size / 1e6; } catch { }
    for (const tab of tabs) line[tab.name] = await tab.figures();
    lines.push(line);
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }

  const hours = ((Date.now() - began) / minute / 60).toFixed(1);
  console.log(`${machine()}, Chromium ${browser.version()}; ${hours} h of ${number}${ending ? ', ended early: partial' : ''}; ${races} races with ${changes} changes of the load`);
  const quarter = n => lines.slice(Math.floor(lines.length * n / 4), Math.floor(lines.length * (n + 1) / 4));
  const figures = [
    ...tabs.flatMap(({ name }) => ['heapMB', 'nodes', 'listeners', 'documents'].map(key => [name, key])),
    ...['residentMB', 'threads', 'files'].map(key => ['server', key]), ['racing', 'residentMB'],
  ];
  if (lines.length < fewest) {
    process.exitCode = 1;
    console.log(`${lines.length} minutes are too few to judge: at least ${fewest}.`);
  } else {
    console.log('| what | second quarter | third | last | last over second |\n|---|---|---|---|---|');
    for (const [name, key] of figures) {
      const values = [1, 2, 3].map(n => quarter(n).filter(l => l[name]).map(l => l[name][key])).map(list => list.length ? median(list) : NaN);
      const ratio = values[2] / values[0];
      // A race that is begun anew has a process of its own, and is no growth of the same one.
      const judged = name !== 'racing' || races === 1;
      if (judged && !(ratio <= growth)) process.exitCode = 1;
      console.log(`| ${name}: ${key} | ${values.map(v => v.toFixed(1)).join(' | ')} | ${ratio.toFixed(3)}${judged ? '' : ', not judged'} |`);
    }
  }
  for (const tab of tabs.filter(t => t.complaints.length)) {
    process.exitCode = 1;
    console.log(`${tab.name} complained ${tab.complaints.length} times, first: ${tab.complaints[0]}`);
  }
  console.log(`${process.exitCode ? 'It grows, or was not judged.' : 'It does not grow.'} Figures of each minute: ${file}`);
  await browser.close();
  served.child.kill('SIGTERM');
  sample.child.kill('SIGTERM');
  await sleep(10000); // The server ends its race in order.
  rmSync(folder, { recursive: true, force: true });
})();
