// Draws a run: each form a lane, each request a dot that waits, is served and leaves. It draws only what was measured,
// a little later than it happened: a request's place is known for certain when it has ended.
export const still = matchMedia('(prefers-reduced-motion: reduce)');
const kept = 8, mostRequests = 4000, leaving = 450;
const shown = { sync: 'sync', async: 'async', parallel: 'par', a: 'sync', b: 'async', c: 'par' };
const make = (tag, name, parent, text = '') => {
  const node = document.createElement(tag);
  if (name) node.className = name;
  node.textContent = text;
  parent?.append(node);
  return node;
};
export const time = ms => !(ms > 0) ? '–' : ms < 10 ? `${ms.toFixed(1)} ms` : ms < 10000 ? `${Math.round(ms).toLocaleString('en')} ms` : `${(ms / 1000).toFixed(1)} s`;

export class Player {
  constructor(box, word) {
    this.box = box;
    this.word = word;
    this.slots = [];
    this.lanes = new Map();
    this.now = 0;
    this.frames = 0;
    new ResizeObserver(() => this.measure()).observe(box);
    this.colours();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.colours());
    new MutationObserver(() => this.colours()).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  }

  colours() {
    // Custom colours are computed when they are used, not when they are read.
    const probe = make('i', '', document.body);
    const of = name => { probe.style.color = `var(--${name})`; return getComputedStyle(probe).color; };
    this.ink = { sync: of('sync'), async: of('async'), par: of('par'), mut: of('mut'), line: of('line'), wait: of('wait') };
    probe.remove();
  }

  // The forms of a question; lanes that are there already stay.
  ask(x) {
    const names = x.forms.map(f => f.form).join();
    if (names === this.names) return;
    this.names = names;
    this.box.replaceChildren();
    this.lanes.clear();
    this.box.dataset.lanes = x.forms.length;
    for (const { form, label } of x.forms) this.lanes.set(form, this.lane(form, label));
    this.measure();
  }

  lane(form, label) {
    const root = make('section', 'lane', this.box);
    root.setAttribute('aria-label', label);
    const head = make('header', '', root);
    make('i', `key ${shown[form]}`, head);
    make('h3', '', head, label);
    const state = make('small', '', head);
    const places = make('p', 'places', root);
    for (const word of ['waiting', 'being served', 'answered']) make('span', '', places, word);
    const canvas = make('canvas', 'people', root);
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `${label}: requests waiting, being served, answered`);
    const figures = make('dl', 'figures', root);
    const cells = {};
    for (const [key, name] of [['fly', 'in flight'], ['q', 'in the queue'], ['thr', 'threads in use'], ['ok', 'answered'], ['bad', 'failed'], ['rate', 'requests per second'], ['mean', 'mean latency']]) {
      const pair = make('div', '', figures);
      make('dt', '', pair, name);
      cells[key] = make('dd', '', pair, '–');
    }
    const strip = make('canvas', 'strip', root);
    strip.setAttribute('role', 'img');
    strip.setAttribute('aria-label', `${label}: threads and queue`);
    make('p', 'note', root, 'threads (line), those in use (dashed) and queue (area) over this turn');
    return { form, label, state, canvas, strip, cells, dots: new Map(), slot: null };
  }

  measure() {
    for (const lane of this.lanes.values()) for (const canvas of [lane.canvas, lane.strip]) {
      const { width, height } = canvas.getBoundingClientRect(), scale = devicePixelRatio || 1;
      if (!width) continue;
      canvas.width = width * scale;
      canvas.height = height * scale;
      canvas.getContext('2d').setTransform(scale, 0, 0, scale, 0, 0);
    }
  }

  // A slot begins, at a moment of the player's clock.
  begin(line, at) {
    this.slots.push({ ...line, at, requests: [], open: new Map(), told: [], done: null, served: false });
    if (this.slots.length > kept) this.slots.shift();
  }

  slot(n) { return this.slots.find(s => s.n === n); }

  frame(line) {
    const slot = this.slot(line.n);
    if (!slot) return;
    slot.told.push(line);
    for (const [user, sent, served, ended, good] of line.e) {
      const key = `${user}:${sent}`;
      let request = slot.open.get(key);
      if (!request) {
        if (slot.requests.length >= mostRequests) slot.requests.shift();
        slot.requests.push(request = { key: `${line.n}:${key}`, user, sent });
        slot.open.set(key, request);
      }
      if (ended === undefined) continue;
      slot.open.delete(key);
      Object.assign(request, { served: served < 0 ? null : served, ended, good });
      slot.served ||= served >= 0;
    }
  }

  end(line) {
    const slot = this.slot(line.n);
    if (slot) slot.done = line;
  }

  // Draws the moment. The lane whose turn it is moves as it was measured; beside it each other form runs its own last
  // turn once more, from the same start.
  draw(now, seconds) {
    this.frames++;
    const turn = this.slots.findLast(s => s.at <= now) ?? this.slots[0];
    if (!turn) return;
    this.box.dataset.round = turn.round;
    this.box.dataset.drawn = [...this.lanes.values()].filter(l => l.slot?.requests.length).map(l => l.form).join(' ');
    const t = Math.max(0, now - turn.at);
    for (const lane of this.lanes.values()) {
      const own = lane.form === turn.form, before = this.slots.findLast(s => s.form === lane.form && s.at < turn.at), slot = own ? turn : before;
      const changed = before && before.users !== turn.users ? `, now ${turn.users} at once` : '';
      const word = !slot ? 'its turn comes next' : own ? this.word + changed : 'its last turn, beside it';
      if (lane.state.textContent !== word) lane.state.textContent = word;
      if (lane.slot !== slot) lane.dots.clear();
      lane.slot = slot;
      if (!slot) continue;
      this.people(lane, slot, t, seconds);
      this.figures(lane, slot, t);
    }
    const slots = [...this.lanes.values()].map(l => l.slot).filter(Boolean);
    const most = Math.max(4, ...slots.flatMap(s => s.told.map(f => Math.max(f.thr ?? 0, f.q ?? 0))));
    const length = Math.max(1000, t, ...slots.map(s => s.done?.ms ?? 0));
    for (const lane of this.lanes.values()) if (lane.slot) this.strip(lane, t, most, length);
  }

  people(lane, slot, t, seconds) {
    const { canvas, dots } = lane, area = canvas.getContext('2d'), w = canvas.clientWidth, h = canvas.clientHeight;
    area.clearRect(0, 0, w, h);
    const size = slot.users <= 40 ? 5 : slot.users <= 100 ? 4 : 3, gap = size * 2 + 3, rows = Math.max(1, Math.floor((h - 8) / gap));
    const queue = w * .52, counter = w * .58, ink = this.ink[shown[lane.form]];
    area.strokeStyle = this.ink.line;
    area.beginPath(); area.moveTo(queue + gap / 2, 0); area.lineTo(queue + gap / 2, h); area.moveTo(w * .84, 0); area.lineTo(w * .84, h); area.stroke();
    let waiting = 0, serving = 0;
    const live = new Set();
    for (const r of slot.requests) {
      if (r.sent > t || r.ended !== undefined && r.ended + leaving < t) continue;
      const gone = r.ended !== undefined && r.ended <= t;
      // A server that does not say when it began has requests in flight, and nobody can tell which of them wait.
      const begun = r.served === null || !slot.served ? r.sent : r.served ?? Infinity;
      const at = gone ? -1 : begun <= t ? serving++ : waiting++;
      const x = gone ? w * .87 + (w * .13) * (t - r.ended) / leaving : begun <= t ? counter + Math.floor(at / rows) * gap : queue - Math.floor(at / rows) * gap;
      const y = at < 0 ? null : 6 + size + (at % rows) * gap;
      let dot = dots.get(r.key);
      if (!dot) dots.set(r.key, dot = { x: still.matches ? x : -size, y: y ?? h / 2 });
      const pace = still.matches || gone ? 1 : Math.min(1, seconds * 11);
      dot.x += (x - dot.x) * pace;
      if (y !== null) dot.y += (y - dot.y) * pace;
      live.add(r.key);
      if (dot.x < -size || dot.x > w + size) continue;
      area.globalAlpha = gone ? Math.max(0, 1 - (t - r.ended) / leaving) : 1;
      area.fillStyle = area.strokeStyle = ink;
      area.lineWidth = 1.5;
      area.beginPath();
      // A failed request leaves as a cross: by its shape, not by a colour alone.
      if (gone && r.good === 0) {
        area.moveTo(dot.x - size, dot.y - size); area.lineTo(dot.x + size, dot.y + size);
        area.moveTo(dot.x + size, dot.y - size); area.lineTo(dot.x - size, dot.y + size);
        area.stroke();
        continue;
      }
      area.arc(dot.x, dot.y, size - .75, 0, 7);
      if (begun <= t) area.fill(); else area.stroke();
    }
    area.globalAlpha = 1;
    for (const key of dots.keys()) if (!live.has(key)) dots.delete(key);
    lane.waiting = waiting;
    lane.serving = serving;
  }

  figures(lane, slot, t) {
    const done = slot.done && t >= slot.done.ms ? slot.done : null, told = slot.told.findLast(f => f.t <= t);
    const ended = slot.requests.filter(r => r.ended <= t);
    // A journal that has only some of the requests does not tell how many had ended at this moment.
    const ok = done ? done.count : told?.ok ?? (slot.drawn < slot.of ? null : ended.length);
    const set = (key, text) => { if (lane.cells[key].textContent !== text) lane.cells[key].textContent = text; };
    set('fly', done ? '0' : String(told?.fly ?? lane.waiting + lane.serving));
    set('q', told?.q === undefined ? 'not reported' : done ? '0' : String(told.q));
    set('thr', told?.thr === undefined ? 'not reported' : told.use === undefined ? `of ${told.thr}` : `${told.use} of ${done?.thr ?? told.thr}`);
    set('ok', ok === null ? '–' : ok.toLocaleString('en'));
    // What failed is not counted as answered.
    const bad = done?.bad ?? told?.bad ?? ended.filter(r => r.good === 0).length;
    set('bad', bad.toLocaleString('en'));
    set('rate', done ? done.rate?.toLocaleString('en', { maximumFractionDigits: 0 }) ?? '–' : ok !== null && t > 300 ? Math.round(ok / t * 1000).toLocaleString('en') : '–');
    set('mean', time(done ? done.mean : ended.reduce((sum, r) => sum + r.ended - r.sent, 0) / ended.length));
    const words = `${lane.label}: ${lane.waiting} waiting, ${lane.serving} being served, ${ok ?? 'some'} answered, ${bad} failed`;
    // For whoever hears the page: what has been said once need not be said sixty times a second.
    if (done && lane.said !== slot.n) { lane.said = slot.n; lane.canvas.setAttribute('aria-label', words); }
  }

  strip(lane, t, most, length) {
    const { strip, slot } = lane, area = strip.getContext('2d'), w = strip.clientWidth, h = strip.clientHeight - 2;
    const told = slot.told.filter(f => f.t <= t && f.thr !== undefined);
    area.clearRect(0, 0, w, h + 2);
    area.fillStyle = this.ink.wait; area.strokeStyle = this.ink[shown[lane.form]]; area.lineWidth = 2;
    const x = f => f.t / length * w, y = value => h - value / most * (h - 4);
    area.beginPath(); area.moveTo(0, h);
    for (const f of told) area.lineTo(x(f), y(f.q));
    if (told.length) area.lineTo(x(told.at(-1)), h);
    area.fill();
    area.beginPath();
    for (const f of told) area.lineTo(x(f), y(f.thr));
    area.stroke();
    area.beginPath(); area.setLineDash([3, 3]);
    for (const f of told) if (f.use !== undefined) area.lineTo(x(f), y(f.use));
    area.stroke(); area.setLineDash([]);
    if (slot.done && lane.drawn !== slot.n) {
      lane.drawn = slot.n;
      strip.setAttribute('aria-label', `${lane.label}: at most ${slot.done.thr ?? 'an unknown number of'} threads, at most ${slot.done.q ?? 'an unknown number'} in the queue`);
    }
  }
}

// The ratio of the last form's time to the first one's, round by round, with the rounds at which it may be decided.
export class Verdict {
  constructor(picture, sentence, past) {
    this.past = past;
    this.picture = picture;
    this.sentence = sentence;
    this.rounds = [];
    this.change = '';
    addEventListener('resize', () => this.draw());
  }

  ask(x) {
    if (this.x?.id === x.id) return;
    // Another number of users is another question: how the one before it ended stays to be read.
    this.over = true;
    if (this.x && this.past && this.rounds.length) make('li', '', this.past, `${this.x.title}: ${this.words()}`);
    while (this.past?.children.length > 20) this.past.firstChild.remove();
    // The same race with another load: what changed is marked where its picture begins.
    const race = q => q?.id.replace(/-\d+$/, '');
    this.change = race(this.x) === race(x) && this.x.users !== x.users ? `${this.x.users} → ${x.users}` : '';
    this.x = x;
    this.rounds = [];
    this.decided = '';
    this.over = false;
    this.draw();
  }

  round(line) {
    if (this.rounds.some(r => r.round === line.round)) return;
    this.rounds.push(line);
    if (line.verdict) this.decided = line.verdict[0].toUpperCase() + line.verdict.slice(1);
    this.draw();
  }

  end() { this.over = true; if (this.x) this.draw(); }

  words() {
    const last = this.rounds.at(-1);
    if (this.decided) return this.decided;
    if (!last?.ratio && this.over) return 'Undecided: it ended before there was anything to compare.';
    if (!last?.ratio) return 'No verdict yet: earliest after round 4.';
    const [first, other] = [this.x.forms[0].label, this.x.forms.at(-1).label], share = v => `${(100 * v).toPrecision(2)}%`;
    const span = last.low ? ` (${share(last.low)} to ${share(last.high)})` : '', next = this.x.looks.find(l => l > last.round);
    const so = `${other} took ${share(last.ratio)} of the ${this.x.time ?? 'time'} of ${first}${span} in ${last.round} round${last.round > 1 ? 's' : ''}`;
    if (this.over) return `Undecided: ${so}, and it ended${next ? ` before the look after round ${next}` : ''}.`;
    return `${so} so far.${next ? ` Next look after round ${next}.` : ''}`;
  }

  draw() {
    const words = this.words();
    if (this.sentence.textContent !== words) this.sentence.textContent = words;
    const w = Math.max(260, Math.min(900, this.picture.clientWidth)), h = 150, all = this.rounds.filter(r => r.ratio).slice(-60), svg = (tag, at, text) => {
      const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
      for (const [key, value] of Object.entries(at)) node.setAttribute(key, value);
      if (text) node.textContent = text;
      return node;
    };
    const limit = Math.log(Math.max(2, ...all.map(r => Math.max(1 / (r.low ?? r.ratio), r.high ?? r.ratio))) * 1.15);
    const shift = all[0] ? all[0].round - 1 : 0, most = Math.max(12, (all.at(-1)?.round ?? 0) - shift), x = round => 40 + (w - 60) * (round - shift) / (most + 1), y = ratio => h / 2 - 8 - (h / 2 - 16) * Math.log(ratio) / limit;
    const parts = [svg('line', { class: 'base', x1: 40, x2: w, y1: y(1), y2: y(1) }), svg('text', { x: 34, y: y(1) + 4, 'text-anchor': 'end' }, '1 ×')];
    const margin = 1 + (this.x?.margin ?? 0) / 100;
    if (margin > 1) for (const v of [margin, 1 / margin]) parts.push(svg('line', { class: 'margin', x1: 40, x2: w, y1: y(v), y2: y(v) }));
    const mark = Math.exp(limit * .85);
    for (const v of [mark, 1 / mark]) parts.push(svg('text', { x: 34, y: y(v) + 4, 'text-anchor': 'end' }, v > 1 ? `${v.toPrecision(2)} ×` : `1/${(1 / v).toPrecision(2)}`));
    for (const look of (this.x?.looks ?? []).filter(l => l > shift && l <= shift + most)) parts.push(svg('line', { class: 'done', x1: x(look), x2: x(look), y1: 4, y2: h - 20 }), svg('text', { x: x(look), y: h - 6, 'text-anchor': 'middle' }, look));
    if (this.change) parts.push(svg('line', { class: 'change', x1: 40, x2: 40, y1: 4, y2: h - 20 }), svg('text', { x: 0, y: h - 6 }, this.change));
    for (const r of all) {
      if (r.low) parts.push(svg('line', { class: 'span', x1: x(r.round), x2: x(r.round), y1: y(r.low), y2: y(r.high) }));
      parts.push(svg('circle', { class: r.decided ? 'fell' : 'point', cx: x(r.round), cy: y(r.ratio), r: r.decided ? 6 : 4 }));
    }
    this.picture.setAttribute('viewBox', `0 0 ${w} ${h}`);
    this.picture.replaceChildren(...parts);
    this.picture.setAttribute('aria-label', `How the verdict narrows${this.change && `, users ${this.change}`}: ${words}`);
  }
}
