// What the page costs what is measured, and how soon the demonstration begins: node bench/serve/burden.cjs [PAIRS] [FILE] [CHROMIUM]
// Builds nothing: expects artifacts/bin, as ./test leaves it. In pairs, the first of each by a coin: a comparison of the sample site
// with the page open on it in a browser, and the same one without a page; the figures are those of report.json, each on a line of FILE.
// Ends with 0 where the whole interval lies within 1 %, 1 where all of it lies beyond, and 2 where these pairs do not tell.
const { appendFileSync, readFileSync, mkdtempSync, rmSync, writeFileSync } = require('fs'), { join } = require('path'), os = require('os');
const { artifact, launch, machine, median, site, sleep, start, tool, usual } = require('./driver.cjs');
const [,, number = '30', file = artifact('serve-burden.jsonl'), program = usual] = process.argv, pairs = Number(number), allowed = .01;
// The quantile of Student's t for 95 % of both sides: Abramowitz and Stegun, formula 26.7.5, to three digits from 5 degrees of freedom on.
const t95 = n => { const z = 1.959964; return z + (z ** 3 + z) / (4 * n) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * n ** 2); };
const stolen = () => { const [, ...c] = readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/).map(Number); return { all: c.slice(0, 8).reduce((a, b) => a + b), steal: c[7], idle: c[3] }; };

(async () => {
  const folder = mkdtempSync(join(os.tmpdir(), 'burden-')), before = stolen();
  const sample = await start([site, '--urls', 'http://127.0.0.1:0'], /listening on: (\S+)/), address = sample.found[1];
  const browser = await launch(program);
  const line = [`${address}/delays/async?ms=20`, `${address}/delays/async?ms=21`, '--users', '20', '--budget', '10s', '--allow-different', '--seed', '1'];
  const mean = out => JSON.parse(readFileSync(join(out, 'report.json'))).experiments[0].forms.map(f => f.mean);
  const plain = async n => { const out = join(folder, `plain${n}`); await start([tool, 'compare', ...line, '--json', '--out', out]); return mean(out); };
  const shown = async n => {
    const out = join(folder, `shown${n}`), { child, found } = await start([tool, 'serve', '--out', out], /Syncopate is at (\S+)/);
    const page = await (await browser.newContext()).newPage(), at = new URL(found[1]);
    await page.goto(`${at.origin}/start${at.search}`);
    await page.goto(`${at.origin}/start?argument1=${encodeURIComponent(line[0])}&argument2=${encodeURIComponent(line[1])}&--users=20&--budget=10s&--allow-different=1&--seed=1`);
    await page.click('#begin');
    await page.waitForURL('**/race?result=*', { timeout: 60000 });
    await page.waitForSelector('#after:not([hidden])', { timeout: 120000 });
    const name = new URL(page.url()).searchParams.get('result');
    await page.close();
    child.kill('SIGTERM');
    return mean(join(out, name));
  };
  const demonstration = async () => {
    const out = join(folder, 'empty'), { child, found } = await start([tool, 'serve', '--out', out], /Syncopate is at (\S+)/);
    const page = await (await browser.newContext()).newPage(), began = performance.now();
    await page.goto(found[1]);
    await page.waitForURL('**/race?result=*', { timeout: 60000 });
    // The page forbids the eval that the driver would wait with.
    while (!await page.evaluate(() => globalThis.syncopate?.player?.slots?.some(s => s.requests.length > 0) ?? false)) await sleep(20);
    const took = performance.now() - began;
    await page.click('#stop');
    await page.waitForSelector('#after:not([hidden])', { timeout: 60000 });
    await page.close();
    child.kill('SIGTERM');
    rmSync(out, { recursive: true, force: true });
    return took;
  };
  const begins = [];
  for (let i = 0; i < 3; i++) begins.push(await demonstration());
  console.log(`the demonstration draws its first request after ${begins.map(b => (b / 1000).toFixed(1)).join(', ')} s; median ${(median(begins) / 1000).toFixed(1)} s`);
  writeFileSync(file, '');
  const logs = [];
  for (let n = 0; n < pairs; n++) {
    let with_, without;
    const shownFirst = Math.random() < .5; // The coin is thrown for each pair.
    if (shownFirst) { with_ = await shown(n); without = await plain(n); } else { without = await plain(n); with_ = await shown(n); }
    appendFileSync(file, `${JSON.stringify({ pair: n + 1, shownFirst, shown: with_, plain: without, load: os.loadavg()[0] })}\n`);
    console.log(`pair ${n + 1}: mean with the page over without, each form: ${with_.map((m, i) => (m / without[i]).toFixed(4)).join(', ')}`);
    // Both forms of a pair share what else the machine did meanwhile: one figure a pair.
    logs.push(with_.reduce((sum, m, i) => sum + Math.log(m / without[i]), 0) / with_.length);
  }
  const m = logs.reduce((a, b) => a + b) / pairs, error = Math.sqrt(logs.reduce((a, b) => a + (b - m) ** 2, 0) / (pairs - 1) / pairs);
  const [low, high] = [-1, 1].map(side => Math.exp(m + side * t95(pairs - 1) * error)), percent = ratio => `${(100 * (ratio - 1)).toFixed(2)} %`;
  process.exitCode = low >= 1 - allowed && high <= 1 + allowed ? 0 : low > 1 + allowed || high < 1 - allowed ? 1 : 2;
  console.log(`mean latency with the page open over without: ${percent(Math.exp(m))}, 95 % interval ${percent(low)} to ${percent(high)}, ${pairs} pairs; median ${percent(Math.exp(median(logs)))}`);
  console.log(`allowed: ${100 * allowed} %. ${['It costs no more.', 'It costs more.', 'These pairs do not tell.'][process.exitCode]} Figures of each pair: ${file}`);
  const after = stolen(), share = (a, b, all) => (100 * (b - a) / all).toFixed(1), all = after.all - before.all;
  console.log(`${machine()}, ${share(before.steal, after.steal, all)} % stolen, ${share(before.idle, after.idle, all)} % idle`);
  await browser.close();
  sample.child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
})();
