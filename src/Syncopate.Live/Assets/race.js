import { Player, Verdict, put, set, show, tell } from './player.js';
import { back, byId, why } from './server.js';

// Behind what happens by so much: by then a request that is served is known to be. A run that begins is drawn sooner.
const lag = 900, soon = 300;

// What is measured runs here, too: where processors are few, the picture leaves them to it.
const cores = navigator.hardwareConcurrency, between = cores > 4 ? 0 : cores > 2 ? 40 : 200;

const data = byId('race').dataset, { result } = data;
const player = new Player(byId('lanes'), 'live');
player.calm = 1000;
const verdict = new Verdict(byId('narrowing'), byId('verdict'), byId('past'));
const [stage, behind, users, speed, pause, live] = ['stage', 'behind', 'users', 'speed', 'pause', 'live'].map(byId);
// At a moment that is still to come the picture is at what happens now.
let clock = Infinity, paused = false, held = false, zero = Infinity, source, last = '', returning = false, full = '';
// What a line changes is painted with the next picture.
const lines = [], read = () => lines.splice(0).forEach(l => line(...l));

const line = (l, now) => {
  if (l.k === 'x') {
    if (l.inside) l.question += ' Its work is done inside the process: there are no users to draw.';
    if (document.activeElement !== users) { users.value = l.users; tellUsers(); }
  } else if (l.k === 'slot') {
    zero = Infinity;
    if (l.n === 1) clock = Infinity;
    player.begin(l, now);
  } else if (l.k === 'f') {
    // When the run began, by this page's clock: the earliest that a line of the newest slot allows. Earlier slots lie where
    // they were, by the run's own.
    const slot = player.slot(l.n), began = slot && now - l.t - slot.began;
    if (began < zero) { zero = began; for (const s of player.slots) if (s === slot || s.at - s.began - zero > 300) s.at = s.began + zero; }
  } else if (l.k === 'full') full = ' The picture ends here, as its file is full. What is measured goes on, and the verdict with it.';
  else if (l.k === 'stage') {
    const rests = l.text === 'resting', pauses = l.text === 'paused';
    put(stage, rests ? `${verdict.stands ? 'Decided.' : 'It ended undecided.'} Choose another number of users to run it again.` : l.left > 0 && l.left < 1e4 && !data.race ? `${l.text}; at most ${l.left} s left` : l.text);
    byId('another').hidden = !rests;
    if (rests) verdict.end();
    // The run obeys at the end of a turn: until it says so, what was asked for stands.
    if (pauses || held) hold(held = pauses);
  }
  tell(l, player, verdict);
};

const lost = (words, status) => { behind.textContent = status === 404 ? words : `${words} What is measured goes on; this page comes back by itself.`; };
const follow = () => {
  source = new EventSource(`/events?${new URLSearchParams({ result, from: last })}`);
  source.onmessage = e => { last = e.lastEventId; lines.push([JSON.parse(e.data), performance.now()]); };
  source.onopen = () => { data.link = 'open'; behind.textContent = ''; };
  source.addEventListener('over', () => {
    source.close();
    read();
    data.link = 'over';
    verdict.end();
    stage.textContent = 'It is over.';
    byId('after').hidden = false;
    byId('controls').hidden = true;
  });
  source.onerror = () => {
    if (data.link === 'over') return;
    data.link = 'lost';
    if (source.readyState !== EventSource.CLOSED) lost(why(0));
    else if (!returning) { returning = true; back(source.url, lost); }
  };
};
if (!document.hidden) follow();
// A browser opens six connections to a server: a tab that nobody sees leaves this one to the others.
document.addEventListener('visibilitychange', () => {
  if (data.link === 'over' || returning) return;
  if (document.hidden) { source?.close(); data.link = 'hidden'; }
  else if (source?.readyState !== EventSource.OPEN) { source?.close(); follow(); }
});

const hold = now => { paused = now; pause.textContent = paused ? 'Go on' : 'Pause'; pause.ariaPressed = paused; };
// Side by side a later one may arrive first.
let sent = Promise.resolve();
const order = (words, fields) => sent = sent.then(async () => {
  stage.textContent = words;
  try {
    const answer = await fetch('/race/order', { method: 'POST', body: new URLSearchParams({ key: data.key, result, ...fields }) });
    if (answer.ok) return;
    stage.textContent = await answer.text();
  } catch {
    stage.textContent = why(0);
  }
  hold(held);
});
pause.addEventListener('click', () => { hold(!paused); order(paused ? 'Pausing after this turn.' : 'Going on.', { order: paused ? 'pause' : 'go' }); });
byId('stop').addEventListener('click', () => order('Stopping; what was measured is kept.', { order: 'stop' }));
const tellUsers = () => { byId('usersnow').textContent = `${users.value} ${users.value === '1' ? 'user' : 'users'} at once`; };
users.addEventListener('input', tellUsers);
users.addEventListener('change', () => order(`From the next round: ${users.value} at once. It is a question of its own, and its verdict begins anew.`, { order: 'users', users: users.value }));
live.addEventListener('click', () => { clock = Infinity; speed.value = '1'; });

show(player, (now, passed) => {
  read();
  const first = player.slots[0], opening = first?.n === 1 ? soon + Math.max(0, now - first.at) / 5 : lag;
  const newest = now - Math.min(lag, opening);
  // Few slots are kept: who plays slower sees the oldest.
  clock = Math.min(newest, Math.max(clock + passed * Number(speed.value), first?.at ?? 0));
  const late = newest - clock, ago = `${(late / 1000).toFixed(0)} s`;
  set(live, 'hidden', late < 500);
  if (late > 500) put(behind, `This picture is ${ago} behind what happens.`);
  else if (data.link === 'open') put(behind, full);
  player.word = late > 500 ? `${ago} ago` : 'live';
  player.draw(clock, Math.min(.1, passed / 1000));
}, () => data.link === 'over' ? 0 : between);
