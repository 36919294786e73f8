import { Player, Verdict, put, show, tell } from './player.js';
import { byId } from './server.js';

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

const told = await fetch(byId('replay').dataset.source), text = await told.text();
if (!told.ok) title.textContent = text;
else if (!text) title.textContent = 'This journal has no turns to show again: it is of a load or a watch.';
else {
  lines = text.trim().split('\n').map(l => JSON.parse(l));
  length = Math.max(...lines.map(l => l.at)) + 800;
  to(0);
  show(player, draw);
}
