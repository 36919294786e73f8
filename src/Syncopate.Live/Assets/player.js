// Draws a run: each form a lane, each request a dot that waits, is served and leaves. Only what was measured, and later:
// a request's place is certain when it has ended.
import { byId } from './server.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');
const kept = 8, mostRequests = 4000, leaving = 250;
// Each change of a figure is laid out.
const between = 500;
const shown = { sync: 'sync', async: 'async', parallel: 'par', a: 'sync', b: 'async', c: 'par' };
// What stays is not written: it would be laid out anew.
export const set = (of, key, value) => { if (of[key] !== value) of[key] = value; };
export const put = (node, text) => set(node, 'textContent', text);
const name = (node, label) => { node.role = 'img'; node.ariaLabel = label; };
export const tell = (l, player, verdict) => {
  if (l.k === 'x') {
    player.ask(l);
    verdict.ask(l);
    byId('title').textContent = l.title;
    byId('question').textContent = l.question;
  } else if (l.k === 'f') player.frame(l);
  else if (l.k === 'done') player.end(l);
  else if (l.k === 'round') verdict.round(l);
};
const { format } = new Intl.NumberFormat('en', { maximumFractionDigits: 0 }), whole = number => number >= 0 ? format(number) : '–';
const time = ms => !(ms > 0) ? '–' : ms < 10 ? `${ms.toFixed(1)} ms` : ms < 10000 ? `${whole(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

// A picture with each frame, or after so many ms: ten a second where nothing moves, four for less motion.
// To ask for a frame costs one, though nothing is painted.
export const show = (player, draw, apart = () => 0) => {
  let before = performance.now(), wait;
  const next = () => wait && !still.matches && !document.hidden ? picture(performance.now()) : requestAnimationFrame(picture);
  const picture = now => {
    const passed = Math.max(0, now - before);
    wait = player.moves ? apart() : 100;
    if (wait) setTimeout(next, wait); else next();
    if (still.matches && passed < 250) return;
    before = now;
    draw(now, passed);
  };
  next();
};

export class Player {
  constructor(box, word) {
    Object.assign(this, { box, word, slots: [], lanes: [] });
    window.syncopate = { player: this }; // For tests and measurements.
    new ResizeObserver(() => this.measure()).observe(box);
    new IntersectionObserver(seen => { this.away = !seen.at(-1).isIntersecting; }).observe(box);
    this.colours();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.colours());
    new MutationObserver(() => this.colours()).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  }

  colours() {
    const probe = document.body.appendChild(document.createElement('i'));
    this.ink = {};
    for (const name of ['sync', 'async', 'par', 'line', 'wait', 'noise']) {
      probe.style.color = `var(--${name})`;
      this.ink[name] = getComputedStyle(probe).color;
    }
    probe.remove();
    this.renew();
  }

  renew() {
    this.read = -Infinity;
    for (const lane of this.lanes) lane.dots = lane.key = -1;
  }

  // The forms of a question; lanes that are there already stay.
  ask(x) {
    const names = x.forms.map(f => f.form).join();
    if (names === this.names) return;
    this.names = names;
    this.box.replaceChildren();
    this.box.dataset.lanes = x.forms.length;
    this.lanes = x.forms.map(({ form, label }) => this.lane(form, label));
    this.measure();
  }

  lane(form, label) {
    const root = byId('lane').content.firstElementChild.cloneNode(true), find = part => root.querySelector(part), cells = {};
    const [key, heading, state, canvas, strip] = ['.key', 'h3', 'small', '.people', '.strip'].map(find);
    root.ariaLabel = heading.textContent = label;
    key.classList.add(shown[form]);
    name(canvas, `${label}: requests waiting, being served, answered`);
    name(strip, `${label}: threads and queue`);
    for (const cell of root.querySelectorAll('dd')) cells[cell.dataset.figure] = cell;
    this.box.append(root);
    return { form, label, state, canvas, strip, cells };
  }

  measure() {
    for (const lane of this.lanes) for (const canvas of [lane.canvas, lane.strip]) {
      const { width, height } = canvas.getBoundingClientRect(), scale = devicePixelRatio || 1;
      const [w, h] = [width, height].map(side => Math.floor(side * scale));
      // To set a size clears, the same one too.
      if (!w || canvas.area && canvas.width === w && canvas.height === h) continue;
      canvas.width = w;
      canvas.height = h;
      // Asked for here alone: elsewhere it would force a layout.
      const area = canvas.area = canvas.getContext('2d');
      area.w = canvas.clientWidth;
      area.h = canvas.clientHeight;
      area.setTransform(scale, 0, 0, scale, 0, 0);
      this.renew();
    }
  }

  begin(line, at) {
    this.slots.push({ ...line, at, requests: [], open: new Map(), told: [], done: null, served: false, gone: 0 });
    if (this.slots.length > kept) this.slots.shift();
  }

  slot(n) { return this.slots.find(s => s.n === n); }

  frame(line) {
    const slot = this.slot(line.n);
    if (!slot) return;
    slot.told.push({ ...line, e: 0 });
    slot.u = line.u;
    slot.gaps ||= line.gaps;
    for (const [user, sent, served, ended, good] of line.e) {
      const key = `${user}:${sent}`;
      let request = slot.open.get(key);
      if (!request) {
        if (slot.requests.length >= mostRequests) { slot.requests.shift(); slot.gone = Math.max(0, slot.gone - 1); slot.gaps = true; }
        slot.requests.push(request = { user, sent });
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

  // The lane whose turn it is moves as it was measured; beside it the others run their last turns once more.
  draw(now, seconds) {
    this.moves = false;
    const turn = this.slots.findLast(s => s.at <= now) ?? this.slots[0];
    if (!turn) return;
    for (const lane of this.lanes) {
      const own = lane.form === turn.form, before = this.slots.findLast(s => s.form === lane.form && s.at < turn.at), slot = own ? turn : before;
      const changed = before && before.users !== turn.users ? `, now ${turn.users} at once` : '';
      const part = (slot?.u ? `, ${slot.u} of ${slot.users} users drawn` : '') + (slot?.gaps ? ', some requests not drawn' : '');
      put(lane.state, !slot ? 'its turn comes next' : (own ? this.word + changed : 'its last turn, beside it') + part);
      if (lane.slot === slot) continue;
      lane.slot = slot;
      lane.t = Infinity;
    }
    const lanes = this.lanes.filter(l => l.slot), { dataset } = this.box;
    set(dataset, 'round', `${turn.round}`);
    set(dataset, 'drawn', lanes.filter(l => l.slot.requests.length).map(l => l.form).join(' '));
    if (this.away) return;
    // After its end a turn stands still.
    const ms = Math.max(...lanes.map(l => l.slot.done?.ms ?? 0)), t = Math.min(Math.max(0, now - turn.at), turn.done ? ms + 2 * leaving : Infinity);
    for (const lane of lanes) this.people(lane, lane.slot, t, seconds);
    const seen = performance.now();
    if (seen - this.read < between) return;
    const strips = this.read < 0 || !(seen - this.struck < this.calm);
    this.read = seen;
    if (strips) this.struck = seen;
    const most = Math.max(4, ...lanes.flatMap(l => l.slot.told.map(f => Math.max(f.thr ?? 0, f.q ?? 0))));
    for (const lane of lanes) {
      this.figures(lane, lane.slot, t);
      if (strips) this.strip(lane, t, most, Math.max(1000, t, ms));
    }
  }

  people(lane, slot, t, seconds) {
    const { area } = lane.canvas, { requests } = slot;
    if (!area) return;
    const { w, h } = area;
    // A turn that is shown once more begins anew.
    if (t < lane.t) { slot.gone = 0; for (const r of requests) r.x = undefined; }
    lane.t = t;
    while (requests[slot.gone]?.ended + leaving < t) slot.gone++;
    lane.waiting = lane.serving = 0;
    const size = slot.users <= 40 ? 5 : slot.users <= 100 ? 4 : 3, gap = size * 2 + 3, rows = Math.max(1, Math.floor((h - 8) / gap));
    const queue = w * .52, dots = [];
    let moves;
    for (let i = slot.gone; i < requests.length; i++) {
      const r = requests[i];
      if (r.sent > t || r.ended + leaving < t) continue;
      const gone = r.ended <= t;
      // Of a server that does not say when it began nobody can tell which requests wait.
      const begun = r.served === null || !slot.served ? r.sent : r.served ?? Infinity;
      const at = gone ? -1 : begun <= t ? lane.serving++ : lane.waiting++;
      const left = (t - r.ended) / leaving, column = Math.floor(at / rows) * gap;
      const x = gone ? w * (.87 + .13 * left) : begun <= t ? w * .58 + column : queue - column;
      const y = at < 0 ? r.y ?? h / 2 : 6 + size + (at % rows) * gap;
      if (r.x === undefined) { r.x = still.matches ? x : -size; r.y = y; moves = true; }
      const pace = still.matches || gone ? 1 : Math.min(1, seconds * 11), dx = (x - r.x) * pace, dy = (y - r.y) * pace;
      r.x += dx;
      r.y += dy;
      moves ||= dx * dx + dy * dy > .01;
      if (r.x >= -size && r.x <= w + size) dots.push([r, gone, begun <= t, left]);
    }
    if (!moves && dots.length === lane.dots) return;
    lane.dots = dots.length;
    this.moves = true;
    area.clearRect(0, 0, w, h);
    area.lineWidth = 1.5;
    area.fillStyle = this.ink.line;
    for (const x of [queue + gap / 2, w * .84]) area.fillRect(x - .75, 0, 1.5, h);
    area.fillStyle = area.strokeStyle = this.ink[shown[lane.form]];
    for (const [r, gone, full, left] of dots) {
      area.globalAlpha = gone ? Math.max(0, 1 - left) : 1;
      area.beginPath();
      // What failed leaves as a cross: not by a colour alone.
      if (gone && r.good === 0) {
        for (const side of [size, -size]) { area.moveTo(r.x - size, r.y - side); area.lineTo(r.x + size, r.y + side); }
        area.stroke();
        continue;
      }
      area.arc(r.x, r.y, size - .75, 0, 7);
      if (full) area.fill(); else area.stroke();
    }
    area.globalAlpha = 1;
  }

  figures(lane, slot, t) {
    const done = slot.done && t >= slot.done.ms ? slot.done : null, told = slot.told.findLast(f => f.t <= t);
    const ended = slot.requests.filter(r => r.ended <= t);
    // Only who has all requests can count them.
    const all = slot.drawn >= slot.of, count = (told, own) => told ?? (all ? own : NaN);
    const ok = count(done?.count ?? told?.ok, ended.length), bad = done?.bad ?? told?.bad;
    const cell = (key, text) => put(lane.cells[key], text);
    const q = told?.q ?? done?.q, thr = done?.thr ?? told?.thr, none = done || told && !told.gaps ? 'not reported' : '–';
    cell('fly', whole(done ? 0 : count(told?.fly, lane.waiting + lane.serving)));
    cell('q', q === undefined ? none : whole(done ? 0 : q));
    cell('thr', thr === undefined ? none : `${told?.use ?? ''} of ${thr}`.trim());
    cell('ok', whole(ok));
    cell('bad', whole(bad));
    cell('rate', whole(done ? done.rate : t > 300 ? ok / (told?.ok ? told.t : t) * 1000 : NaN));
    const mean = time(done ? done.mean : ended.reduce((sum, r) => sum + r.ended - r.sent, 0) / ended.length);
    cell('mean', done || all || !ended[0] ? mean : `≈ ${mean}`);
    if (!done || lane.said === slot.n) return;
    // For whoever hears the page: said once a turn.
    lane.said = slot.n;
    name(lane.canvas, `${lane.label}: ${lane.waiting} waiting, ${lane.serving} being served, ${ok} answered, ${bad} failed`);
  }

  strip(lane, t, most, length) {
    const { strip, slot } = lane, { area } = strip;
    if (slot.done && lane.drawn !== slot.n) {
      lane.drawn = slot.n;
      name(strip, `${lane.label}: at most ${slot.done.thr ?? 'an unknown number of'} threads, at most ${slot.done.q ?? 'an unknown number'} in the queue`);
    }
    const told = slot.told.filter(f => f.t <= t && f.thr !== undefined), key = [slot.n, told.length, most, length].join();
    if (!area || key === lane.key) return;
    lane.key = key;
    const { w } = area, h = area.h - 2;
    area.clearRect(0, 0, w, h + 2);
    area.fillStyle = this.ink.wait; area.strokeStyle = this.ink.noise; area.lineWidth = 2;
    const x = f => f.t / length * w, y = value => h - value / most * (h - 4);
    const trace = key => {
      area.beginPath();
      for (const f of told) if (f[key] !== undefined) area.lineTo(x(f), y(f[key]));
    };
    trace('q');
    for (const end of told.slice(-1)) area.lineTo(x(end), h);
    area.lineTo(0, h);
    area.fill();
    area.stroke(); // The area alone is faint.
    area.strokeStyle = this.ink[shown[lane.form]];
    trace('thr');
    area.stroke();
    area.setLineDash([3, 3]);
    trace('use');
    area.stroke();
    area.setLineDash([]);
  }
}

// The ratio of the last form's time to the first one's, and the rounds at which it may be decided.
export class Verdict {
  constructor(picture, sentence, past) {
    Object.assign(this, { picture, sentence, past, rounds: [], change: '' });
    addEventListener('resize', () => this.draw());
  }

  ask(x) {
    if (this.x?.id === x.id) return;
    // Another number of users is another question: how the one before it ended stays to be read.
    this.over = true;
    if (this.x && this.past && this.rounds.length) this.past.append(Object.assign(document.createElement('li'), { textContent: `${this.x.title}: ${this.words()}` }));
    while (this.past?.children.length > 20) this.past.firstChild.remove();
    // What changed is marked where its picture begins.
    const race = q => q?.id.replace(/-\d+$/, '');
    this.change = race(this.x) === race(x) && this.x.users !== x.users ? `${this.x.users} → ${x.users}` : '';
    this.x = x;
    this.rounds = [];
    this.decided = '';
    this.stands = false;
    this.over = false;
    this.draw();
  }

  round(line) {
    if (this.rounds.some(r => r.round === line.round)) return;
    this.rounds.push(line);
    if (line.verdict) {
      this.decided = line.verdict[0].toUpperCase() + line.verdict.slice(1);
      // A look may decide what is then not believed.
      this.stands = line.decided !== 'undecided';
    }
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
    put(this.sentence, words);
    const w = Math.max(260, Math.min(900, this.picture.clientWidth)), h = 150, all = this.rounds.filter(r => r.ratio).slice(-60), parts = [];
    const add = (tag, at, text = '') => {
      const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
      for (const key in at) node.setAttribute(key, at[key]);
      node.textContent = text;
      parts.push(node);
    };
    const line = (kind, x1, x2, y1, y2) => add('line', { class: kind, x1, x2, y1, y2 });
    const label = (anchor, x, y, text) => add('text', { x, y, 'text-anchor': anchor }, text);
    const limit = Math.log(Math.max(2, ...all.map(r => Math.max(1 / (r.low ?? r.ratio), r.high ?? r.ratio))) * 1.15);
    const shift = all[0] ? all[0].round - 1 : 0, most = Math.max(12, (all.at(-1)?.round ?? 0) - shift), x = round => 40 + (w - 60) * (round - shift) / (most + 1), y = ratio => h / 2 - 8 - (h / 2 - 16) * Math.log(ratio) / limit;
    line('base', 40, w, y(1), y(1));
    label('end', 34, y(1) + 4, '1 ×');
    const margin = 1 + (this.x?.margin ?? 0) / 100, mark = Math.exp(limit * .85);
    if (margin > 1) for (const v of [margin, 1 / margin]) line('margin', 40, w, y(v), y(v));
    for (const v of [mark, 1 / mark]) label('end', 34, y(v) + 4, v > 1 ? `${v.toPrecision(2)} ×` : `1/${(1 / v).toPrecision(2)}`);
    for (const look of (this.x?.looks ?? []).filter(l => l > shift && l <= shift + most)) {
      line('done', x(look), x(look), 4, h - 20);
      label('middle', x(look), h - 6, look);
    }
    if (this.change) {
      line('change', 40, 40, 4, h - 20);
      label('start', 0, h - 6, this.change);
    }
    for (const r of all) {
      if (r.low) line('span', x(r.round), x(r.round), y(r.low), y(r.high));
      const fell = r.decided && r.decided !== 'undecided';
      add('circle', { class: fell ? 'fell' : 'point', cx: x(r.round), cy: y(r.ratio), r: fell ? 6 : 4 });
    }
    this.picture.setAttribute('viewBox', `0 0 ${w} ${h}`);
    this.picture.replaceChildren(...parts);
    name(this.picture, `How the verdict narrows${this.change && `, users ${this.change}`}: ${words}`);
  }
}
