import { Player, Verdict, put, set, show, tell } from './player.js';
import { byId, why } from './server.js';

const player = new Player(byId('lanes'), 'replay'), verdict = new Verdict(byId('narrowing'), byId('verdict'));
const [speed, play, seek, title] = ['speed', 'play', 'seek', 'title'].map(byId);
let lines = [], next = 0, clock = 0, length = 0, playing = true;

const take = l => {
  tell(l, player, verdict);
  if (l.k !== 'slot') return;
  player.begin(l, l.at);
  byId('drawn').textContent = l.drawn === l.of ? '' : `${l.drawn} of the ${l.of} requests of this turn are drawn: the journal has no others one by one.`;
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
const draw = (_, passed) => {
  // A page that was hidden goes on where it was.
  if (playing && clock < length) to(Math.min(length, clock + Math.min(500, passed) * Number(speed.value)));
  const moment = `${(clock / 1000).toFixed(1)} of ${(length / 1000).toFixed(1)} s`;
  // Who drags it holds it.
  if (!seek.matches(':active')) seek.value = 1000 * clock / length;
  set(seek, 'ariaValueText', moment);
  put(byId('moment'), moment);
  put(play, playing && clock < length ? 'Pause' : 'Play');
  player.draw(clock, passed / 1000);
};
play.addEventListener('click', () => {
  playing = clock >= length || !playing;
  if (clock >= length) to(0);
});
seek.addEventListener('input', () => to(length * seek.value / 1000));

const told = await fetch(byId('replay').dataset.source).catch(() => 0), text = told && await told.text();
if (!told.ok) title.textContent = text || why(told.status);
else if (!text) title.textContent = 'This journal has no turns to show again: it is of a load, a watch, or a run that ended before its first turn.';
else {
  lines = text.trim().split('\n').map(l => JSON.parse(l));
  length = lines.at(-1).at + 800;
  to(0);
  show(player, draw);
}
