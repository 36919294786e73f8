// What the page costs what is measured, and how soon the demonstration begins: node bench/serve/burden.cjs [PAIRS] [CHROMIUM]
// Builds nothing: expects artifacts/bin, as ./test leaves it. In turns, begun by a coin: a comparison of the sample site with the page
// open on it in a browser, and the same one without a page; the figures are those of report.json.
const { readdirSync, readFileSync, mkdtempSync, rmSync } = require('fs'), { join, resolve } = require('path'), os = require('os');
const { spawn } = require('child_process');
const packages = process.env.NUGET_PACKAGES ?? join(os.homedir(), '.nuget', 'packages');
const driver = join(packages, 'microsoft.playwright');
const { chromium } = require(join(driver, readdirSync(driver).sort().at(-1), '.playwright', 'package'));
const pairs = Number(process.argv[2] ?? 10), program = process.argv[3] ?? '/usr/bin/chromium';
const root = resolve(__dirname, '..', '..'), bin = join(root, 'artifacts', 'bin');
const tool = join(bin, 'Syncopate.Cli', 'release', 'Syncopate.Cli.dll'), site = join(bin, 'SampleSite', 'release', 'SampleSite.dll');
const median = list => { const s = [...list].sort((a, b) => a - b), h = s.length >> 1; return s.length % 2 ? s[h] : (s[h - 1] + s[h]) / 2; };
const children = [];
process.on('exit', () => children.forEach(child => child.kill('SIGTERM')));
const start = (args, seen) => new Promise((done, failed) => {
  const child = spawn('dotnet', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  let text = '';
  child.stdout.on('data', part => { text += part; const found = seen && text.match(seen); if (found) done({ child, found }); });
  child.on('error', failed);
  child.on('exit', () => done({ child, text }));
});
const stolen = () => { const [, ...c] = readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/).map(Number); return { all: c.slice(0, 8).reduce((a, b) => a + b), steal: c[7], idle: c[3] }; };

(async () => {
  const folder = mkdtempSync(join(os.tmpdir(), 'burden-')), address = 'http://127.0.0.1:5093';
  const before = stolen();
  const sample = await start([site, '--urls', address], /listening on/);
  const browser = await chromium.launch({ executablePath: program, chromiumSandbox: false, args: ['--disable-gpu'] });
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
    while (!await page.evaluate(() => globalThis.syncopate?.player?.slots?.some(s => s.requests.length > 0) ?? false)) await new Promise(next => setTimeout(next, 20));
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
  const ratios = [[], []];
  for (let n = 0; n < pairs; n++) {
    let with_, without; // The coin is thrown for each pair.
    if (Math.random() < .5) { with_ = await shown(n); without = await plain(n); } else { without = await plain(n); with_ = await shown(n); }
    with_.forEach((m, i) => ratios[i].push(m / without[i]));
    console.log(`pair ${n + 1}: mean with the page over without, both forms: ${with_.map((m, i) => (m / without[i]).toFixed(4)).join(', ')}`);
  }
  const all = ratios.flat(), logs = all.map(Math.log), m = logs.reduce((a, b) => a + b) / logs.length;
  const error = Math.sqrt(logs.reduce((a, b) => a + (b - m) ** 2, 0) / (logs.length - 1) / logs.length), after = stolen();
  console.log(`mean with the page open over without: ${Math.exp(m).toFixed(4)} (standard error ${(100 * error).toFixed(2)} %, ${all.length} ratios); median ${median(all).toFixed(4)}`);
  console.log(`load ${os.loadavg()[0].toFixed(1)} on ${os.cpus().length} cores, ${(100 * (after.steal - before.steal) / (after.all - before.all)).toFixed(1)} % stolen, ${(100 * (after.idle - before.idle) / (after.all - before.all)).toFixed(0)} % idle`);
  await browser.close();
  sample.child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
})();
