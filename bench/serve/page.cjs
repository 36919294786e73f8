// What the pages of `syncopate serve` cost a browser: first paint, a frame with 200 people, memory after many turns.
// node bench/serve/page.cjs ADDRESS [CHROMIUM]   with the address that `syncopate serve` printed and a race as the newest of its
// results, and nothing running. Ends with 1 where a page, or the answer of a plan, takes longer than is wanted of its median.
const { launch, machine, median, usual } = require('./driver.cjs');
const [,, address, program = usual] = process.argv, site = new URL(address).origin;
const paintMilliseconds = 200, planMilliseconds = 50;
const judge = (what, list, most) => {
  const found = median(list), slow = found > most;
  if (slow) process.exitCode = 1;
  console.log(`${what}: median ${found.toFixed(1)} ms, longest ${Math.max(...list).toFixed(1)} ms, of ${list.length}; ${slow ? 'more' : 'no more'} than ${most} ms`);
};

// Turns of 200 people, as a race tells them.
const turns = (count, from) => `(() => {
  const { player } = syncopate;
  for (let n = ${from}; n < ${from} + ${count}; n++) {
    const form = n % 2 ? 'sync' : 'async', people = Array.from({ length: 200 }, (_, u) => [u, 2, 5 + u * 10, 300 + u * 10, 1]);
    player.begin({ n, form, round: n >> 1, users: 200, at: performance.now() }, performance.now());
    for (let t = 0; t < 2400; t += 160) player.frame({ n, t, ok: 0, fly: 200, thr: 4, use: 2, q: 100, e: t ? [] : people });
  }
})()`;

(async () => {
  const browser = await launch(program, ['--js-flags=--expose-gc']);
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await page.goto(`${site}/results${new URL(address).search}`);
  console.log(`${machine()}, Chromium ${browser.version()}`);
  const race = await page.evaluate(() => [...document.querySelectorAll('ul.results a')].map(a => a.getAttribute('href')).find(Boolean));
  const replay = race.replace('/result?', '/replay?');
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
  await page.click('#play');
  await page.evaluate('syncopate.player.slots = []');
  await page.evaluate(turns(2, 100000));
  const frames = await page.evaluate(() => new Promise(done => {
    const { player } = syncopate, own = [], gaps = [];
    const draw = player.draw.bind(player);
    player.draw = () => {};
    let before = performance.now(), first = before;
    const next = now => {
      gaps.push(now - before);
      before = now;
      const start = performance.now();
      draw(player.slots.at(-1).at + (now - first) % 2300, .016);
      own.push(performance.now() - start);
      now - first < 8000 ? requestAnimationFrame(next) : done({ own, gaps, count: gaps.length, seconds: (now - first) / 1000 });
    };
    requestAnimationFrame(next);
  }));
  console.log(`a frame with two lanes of 200 people: script median ${median(frames.own).toFixed(2)} ms, 99th percentile ${[...frames.own].sort((a, b) => a - b)[Math.floor(frames.own.length * .99)].toFixed(2)} ms; ${(frames.count / frames.seconds).toFixed(1)} frames a second`);

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
