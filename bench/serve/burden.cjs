// What the page costs what is measured, and how soon the demonstration begins:
// node bench/serve/burden.cjs [PAIRS] [FILE] [CHROMIUM] [--other DIR]
// Builds nothing: expects artifacts/bin, as ./test leaves it. In pairs, in an order that is drawn for each: a comparison of the sample
// site with the page open on it in a browser, and the same one without a page; the figures are those of report.json, each on a line of
// FILE. With --other, the folder of another checkout that has been built, each pair is three: the tool and page of that one are measured
// beside, in the same turns. The comparison without a page is always of this build.
// Ends with 0 where the whole interval lies within 1 %, 1 where all of it lies beyond, and 2 where these pairs do not tell.
const { appendFileSync, existsSync, readFileSync, mkdtempSync, rmSync, writeFileSync } = require('fs'), { join } = require('path'), os = require('os');
const { parseArgs } = require('util');
const { artifact, cpuOf, cpuOfBrowser, launch, machine, median, site, sleep, start, stop, tool, toolOf, usual } = require('./driver.cjs');
const { values: { other }, positionals } = parseArgs({ options: { other: { type: 'string' } }, allowPositionals: true });
const [number = '30', file = artifact('serve-burden.jsonl'), program = usual] = positionals, pairs = Number(number), allowed = .01;
const builds = [{ name: 'this', tool }, ...other ? [{ name: 'other', tool: toolOf(other) }] : []];
// The quantile of Student's t for 95 % of both sides: Abramowitz and Stegun, formula 26.7.5, to three digits from 5 degrees of freedom on.
const t95 = n => { const z = 1.959964; return z + (z ** 3 + z) / (4 * n) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * n ** 2); };
const stolen = () => { const [, ...c] = readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/).map(Number); return { all: c.slice(0, 8).reduce((a, b) => a + b), steal: c[7], idle: c[3] }; };
const shuffled = list => list.map(item => [Math.random(), item]).sort(([a], [b]) => a - b).map(([, item]) => item);
const percent = ratio => `${(100 * (ratio - 1)).toFixed(2)} %`;
const interval = logs => {
  const m = logs.reduce((a, b) => a + b) / logs.length, error = Math.sqrt(logs.reduce((a, b) => a + (b - m) ** 2, 0) / (logs.length - 1) / logs.length);
  const [low, high] = [-1, 1].map(side => Math.exp(m + side * t95(logs.length - 1) * error));
  return { low, high, text: `${percent(Math.exp(m))}, 95 % interval ${percent(low)} to ${percent(high)}, ${logs.length} pairs; median ${percent(Math.exp(median(logs)))}` };
};

(async () => {
  const folder = mkdtempSync(join(os.tmpdir(), 'burden-')), before = stolen();
  const sample = await start([site, '--urls', 'http://127.0.0.1:0'], /listening on: (\S+)/), address = sample.found[1];
  const browser = await launch(program);
  const line = [`${address}/delays/async?ms=20`, `${address}/delays/async?ms=21`, '--users', '20', '--budget', '10s', '--allow-different', '--seed', '1'];
  const mean = out => JSON.parse(readFileSync(join(out, 'report.json'))).experiments[0].forms.map(f => f.mean);
  const plain = async n => { const out = join(folder, `plain${n}`); await start([tool, 'compare', ...line, '--json', '--out', out]); return { mean: mean(out) }; };
  const shown = async (n, build) => {
    const out = join(folder, `${build.name}${n}`), { child, found } = await start([build.tool, 'serve', '--out', out], /Syncopate is at (\S+)/);
    const page = await (await browser.newContext()).newPage(), at = new URL(found[1]);
    await page.goto(`${at.origin}/start${at.search}`);
    await page.goto(`${at.origin}/start?argument1=${encodeURIComponent(line[0])}&argument2=${encodeURIComponent(line[1])}&--users=20&--budget=10s&--allow-different=1&--seed=1`);
    await page.click('#begin');
    await page.waitForURL('**/race?result=*', { timeout: 60000 });
    const result = join(out, new URL(page.url()).searchParams.get('result')), began = performance.now(), from = [await cpuOfBrowser(browser), cpuOf(child.pid)];
    // By its files: a page that is asked again and again whether it is over would have work that nobody's page has.
    while (!existsSync(join(result, 'report.json')) || existsSync(join(result, 'live.jsonl'))) {
      if (performance.now() - began > 180000) throw new Error(`No report came in ${result}.`);
      await sleep(250);
    }
    const browserCpu = await cpuOfBrowser(browser) - from[0], serverCpu = cpuOf(child.pid) - from[1], seconds = (performance.now() - began) / 1000;
    const drawn = await page.getAttribute('#lanes', 'data-drawn');
    if (drawn?.split(' ').length !== 2) throw new Error(`The page of ${build.name}${n} has drawn '${drawn}', and not both forms.`);
    await page.context().close();
    await stop(child);
    return { mean: mean(result), browserShare: browserCpu / seconds, serverShare: serverCpu / seconds };
  };
  // Until the page has been told of a request, which the figures of November 2026 are of, and until it has drawn one: it draws a little
  // later than it is told. It is not asked meanwhile: what is started has the same processors.
  const demonstration = async build => {
    const out = join(folder, 'empty'), { child, found } = await start([build.tool, 'serve', '--out', out], /Syncopate is at (\S+)/);
    const page = await (await browser.newContext()).newPage(), began = performance.now(), since = () => (performance.now() - began) / 1000;
    await page.goto(found[1]);
    await page.waitForURL('**/race?result=*', { timeout: 60000 });
    const [told, drawn] = await Promise.all([
      page.evaluate(() => new Promise(done => {
        const { player } = syncopate, frame = player.frame.bind(player);
        player.frame = told => { frame(told); if (told.e.length) done(); };
        if (player.slots.some(s => s.requests.length)) done();
      })).then(since),
      page.evaluate(() => new Promise(done => {
        const { prototype } = CanvasRenderingContext2D, arc = prototype.arc;
        prototype.arc = function (...at) { prototype.arc = arc; arc.apply(this, at); done(); };
      })).then(since),
    ]);
    await page.click('#stop');
    await page.waitForSelector('#after:not([hidden])', { timeout: 60000 });
    await page.context().close();
    await stop(child);
    rmSync(out, { recursive: true, force: true });
    return { told, drawn };
  };
  const begins = builds.map(() => []);
  for (let i = 0; i < 3; i++) for (const build of shuffled(builds)) begins[builds.indexOf(build)].push(await demonstration(build));
  builds.forEach((build, i) => {
    for (const key of ['told', 'drawn']) {
      const list = begins[i].map(b => b[key]);
      console.log(`${build.name} build: the page is ${key === 'told' ? 'told of' : 'seen to draw'} the first request of the demonstration after ${list.map(b => b.toFixed(2)).join(', ')} s; median ${median(list).toFixed(2)} s`);
    }
  });

  writeFileSync(file, '');
  const logs = builds.map(() => []), shares = builds.map(() => []);
  for (let n = 0; n < pairs; n++) {
    const order = shuffled([null, ...builds]), of = new Map(); // The order is drawn for each pair; null is without a page.
    for (const build of order) of.set(build, build ? await shown(n, build) : await plain(n));
    const without = of.get(null).mean, found = Object.fromEntries(builds.map(build => [build.name, of.get(build)]));
    appendFileSync(file, `${JSON.stringify({ pair: n + 1, order: order.map(build => build?.name ?? 'plain'), shown: found.this.mean, plain: without, ...found, load: os.loadavg()[0] })}\n`);
    builds.forEach((build, i) => {
      const { mean: with_, browserShare, serverShare } = of.get(build);
      console.log(`pair ${n + 1}, ${build.name} build: mean with the page over without, each form: ${with_.map((m, f) => (m / without[f]).toFixed(4)).join(', ')}; the browser took ${browserShare.toFixed(3)} processors, the server ${serverShare.toFixed(3)}`);
      // Both forms of a pair share what else the machine did meanwhile: one figure a pair.
      logs[i].push(with_.reduce((sum, m, f) => sum + Math.log(m / without[f]), 0) / with_.length);
      shares[i].push([browserShare, serverShare]);
    });
  }
  builds.forEach((build, i) => {
    const [browsers, servers] = [0, 1].map(part => median(shares[i].map(share => share[part])));
    console.log(`${build.name} build: mean latency with the page open over without: ${interval(logs[i]).text}; processors taken, median: the browser ${browsers.toFixed(3)}, the server ${servers.toFixed(3)}`);
  });
  if (other) console.log(`mean latency with this build's page over the other's: ${interval(logs[0].map((log, n) => log - logs[1][n])).text}`);
  const { low, high } = interval(logs[0]);
  process.exitCode = low >= 1 - allowed && high <= 1 + allowed ? 0 : low > 1 + allowed || high < 1 - allowed ? 1 : 2;
  console.log(`allowed: ${100 * allowed} %. ${['It costs no more.', 'It costs more.', 'These pairs do not tell.'][process.exitCode]} Figures of each pair: ${file}`);
  const after = stolen(), share = (a, b, all) => (100 * (b - a) / all).toFixed(1), all = after.all - before.all;
  console.log(`${machine()}, ${share(before.steal, after.steal, all)} % stolen, ${share(before.idle, after.idle, all)} % idle`);
  await browser.close();
  sample.child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
})();
