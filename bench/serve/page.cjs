// What the pages of `syncopate serve` cost a browser: first paint, a frame with 200 users, memory after many turns.
// node bench/serve/page.cjs ADDRESS [CHROMIUM]   with the address that `syncopate serve` printed and a race of two forms, or a
// comparison, among its results, and nothing running. Ends with 1 where a page, or the answer of a plan, takes longer than is wanted
// of its median, and where the frames that were timed did not hold all that they are said to hold.
const { cpuOfBrowser, launch, machine, median, usual } = require('./driver.cjs');
const [,, address, program = usual] = process.argv, site = new URL(address).origin;
const paintMilliseconds = 200, planMilliseconds = 50;
const judge = (what, list, most) => {
  const found = median(list), slow = found > most;
  if (slow) process.exitCode = 1;
  console.log(`${what}: median ${found.toFixed(1)} ms, longest ${Math.max(...list).toFixed(1)} ms, of ${list.length}; ${slow ? 'more' : 'no more'} than ${most} ms`);
};

// Turns of 200 users, as a race tells them, of the forms that have a lane: those of a comparison of addresses are a and b, and turns of
// other forms would be drawn nowhere. Each begins later than the one before, or that one would not be drawn beside it.
const users = 200;
const turns = (count, from) => `(() => {
  const { player } = syncopate, forms = [...player.lanes.values()].map(l => l.form), first = performance.now();
  for (let n = ${from}; n < ${from} + ${count}; n++) {
    const at = first + n - ${from}, form = forms[n % forms.length], people = Array.from({ length: ${users} }, (_, u) => [u, 2, 5 + u * 10, 300 + u * 10, 1]);
    player.begin({ n, form, round: n >> 1, users: ${users}, at }, at);
    for (let t = 0; t < 2400; t += 160) player.frame({ n, t, ok: 0, fly: ${users}, thr: 4, use: 2, q: 100, e: t ? [] : people });
  }
})()`;

(async () => {
  const browser = await launch(program, ['--js-flags=--expose-gc']);
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await page.goto(`${site}/results${new URL(address).search}`);
  console.log(`${machine()}, Chromium ${browser.version()}`);
  const results = await page.evaluate(() => [...document.querySelectorAll('ul.results a')].map(a => a.getAttribute('href')));
  const replayOf = result => result.replace('/result?', '/replay?');
  let race;
  for (const result of results.filter(href => href?.startsWith('/result?'))) {
    await page.goto(site + replayOf(result));
    // A load and a watch have no turns, and so no lanes.
    if (await page.waitForSelector('.lane', { timeout: 5000 }).then(() => page.locator('.lane').count(), () => 0) !== 2) continue;
    race = result;
    break;
  }
  if (!race) throw new Error('None of the results has turns of two forms: run a race of the first page to its end.');
  const replay = replayOf(race);
  for (const path of ['/results', '/plan', '/start', '/race', replay, '/watch', race]) {
    const paints = [];
    for (let i = 0; i < 9; i++) {
      await page.goto(site + path);
      paints.push(await page.evaluate(() => new Promise(done => new PerformanceObserver(l => done(l.getEntries()[0].startTime)).observe({ type: 'paint', buffered: true }))));
    }
    judge(`first paint of ${path}`, paints, paintMilliseconds);
  }
  const answers = [];
  for (let i = 0; i < 15; i++) {
    const told = await page.request.get(`${site}/plan/answer?cores=${1 + i}&users=${20 * i + 5}&cpu=3&wait=150`);
    answers.push(Number(told.headers()['server-timing'].match(/dur=([\d.]+)/)[1]));
  }
  judge('answer of a plan, in the server', answers, planMilliseconds);

  await page.goto(site + replay);
  await page.waitForSelector('.lane');
  while (await page.textContent('#play') !== 'Play') await page.click('#play');
  await page.evaluate('syncopate.player.slots = []');
  await page.evaluate(turns(2, 100000));
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await inspector.send('Performance.getMetrics'), of = key => 1000 * metrics.find(m => m.name === key).value;
    return { main: of('TaskDuration'), layout: of('LayoutDuration') + of('RecalcStyleDuration'), all: 1000 * await cpuOfBrowser(browser) };
  };
  const before = await busy();
  const frames = await page.evaluate(() => new Promise(done => {
    const { player } = syncopate, own = [], { prototype } = CanvasRenderingContext2D, arc = prototype.arc;
    let dots = 0, most = 0, drawn = 0;
    prototype.arc = function (...at) { dots++; arc.apply(this, at); };
    const draw = player.draw.bind(player);
    player.draw = () => {};
    const first = performance.now();
    const next = now => {
      const start = performance.now();
      dots = 0;
      draw(player.slots.at(-1).at + Math.max(0, now - first) % 2300, .016);
      drawn++;
      if (dots) own.push(performance.now() - start); // Nothing is painted where nothing has moved.
      most = Math.max(most, dots);
      if (now - first < 8000) return requestAnimationFrame(next);
      prototype.arc = arc;
      done({ own, most, count: drawn, seconds: (now - first) / 1000 });
    };
    requestAnimationFrame(next);
  }));
  const after = await busy(), each = key => ((after[key] - before[key]) / frames.count).toFixed(2);
  console.log(`a frame with two lanes of ${users} users: script median ${median(frames.own).toFixed(2)} ms, 99th percentile ${[...frames.own].sort((a, b) => a - b)[Math.floor(frames.own.length * .99)].toFixed(2)} ms; the main thread ${each('main')} ms, of it layout and style ${each('layout')} ms; all processes of the browser ${each('all')} ms; ${(frames.count / frames.seconds).toFixed(1)} frames a second, ${frames.own.length} of ${frames.count} of them painted, at most ${frames.most} dots in one`);
  if (frames.most !== 2 * users) {
    process.exitCode = 1;
    console.log(`These frames are none of two lanes of ${users} users: no frame had ${2 * users} dots.`);
  }

  const heap = async () => { await page.evaluate(() => { gc(); gc(); }); return page.evaluate(() => performance.memory.usedJSHeapSize / 1e6); };
  let n = 200000;
  const sizes = [];
  for (let hour = 0; hour <= 12; hour += 3) {
    sizes.push(await heap());
    await page.evaluate(turns(1800, n)); // A turn in six seconds, for three hours.
    n += 1800;
  }
  console.log(`JavaScript heap at 0, 3, 6, 9, 12 hours of turns: ${sizes.map(s => s.toFixed(1)).join(', ')} MB`);
  await browser.close();
})();
