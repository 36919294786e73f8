import { Player, Verdict, byId, put, still, tell } from './player.js';
const box = byId('replay'), player = new Player(byId('lanes'), 'replay'), verdict = new Verdict(byId('narrowing'), byId('verdict'));
const speed = byId('speed'), play = byId('play'), seek = byId('seek');
let lines = [], next = 0, clock = 0, length = 0, playing = true, before = 0, drawn = 0;

const take = l => {
  tell(l, player, verdict);
  if (l.k !== 'slot') return;
  player.begin(l, l.at);
  byId('drawn').textContent = l.drawn === l.of ? '' : l.drawn ? `The journal has ${l.drawn} of the ${l.of} requests of this turn one by one; those are drawn.` : 'The journal has the requests of this turn as a whole only: figures, and none to draw.';
};
// A moment further on is told on from here; an earlier one from the beginning.
const to = moment => {
  if (moment < clock) {
    next = 0;
    player.slots = [];
    verdict.x = null;
    const x = lines.find(l => l.k === 'x');
    if (x) verdict.ask(x);
  }
  clock = moment;
  while (next < lines.length && lines[next].at <= clock) take(lines[next++]);
};
const draw = now => {
  requestAnimationFrame(draw);
  if (still.matches && now - drawn < 250) return;
  const passed = Math.min(250, now - before);
  before = drawn = now;
  if (playing && clock < length) to(Math.min(length, clock + passed * Number(speed.value)));
  if (document.activeElement !== seek) seek.value = 1000 * clock / (length || 1);
  put(byId('moment'), `${(clock / 1000).toFixed(1)} of ${(length / 1000).toFixed(1)} s`);
  player.draw(clock, passed / 1000);
};
play.addEventListener('click', () => {
  if (clock >= length) to(0);
  playing = !playing;
  play.textContent = playing ? 'Pause' : 'Play';
});
seek.addEventListener('input', () => to(length * seek.value / 1000));

const told = await fetch(`/replay/data?result=${encodeURIComponent(box.dataset.result)}`), text = await told.text();
if (!told.ok) byId('title').textContent = text;
else if (!text) byId('title').textContent = 'This journal has no turns to show again: it is of a load or a watch.';
else {
  lines = text.trim().split('\n').map(l => JSON.parse(l));
  length = Math.max(...lines.map(l => l.at)) + 800;
  before = performance.now();
  to(0);
  requestAnimationFrame(draw);
}
window.syncopate = { player };
