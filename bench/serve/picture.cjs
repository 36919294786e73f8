// Draws the round in the middle of a race, between the kindest and the worst, from its journal alone, as an SVG that moves:
// node bench/serve/picture.cjs FOLDER > docs/race.svg
const { readFileSync } = require('fs'), { join } = require('path');
const folder = process.argv[2];
const records = readFileSync(join(folder, 'run.jsonl'), 'utf8').trim().split('\n').map(line => JSON.parse(line).record);
const asked = records.find(r => r.type === 'experiment'), forms = asked.workload.forms;
const slots = records.filter(r => r.type === 'slot' && r.experiment === asked.id && r.traces.length === r.count && r.count > 0);
const rounds = [...new Set(slots.map(s => s.round))].map(n => forms.map(f => slots.find(s => s.round === n && s.form === f.form))).filter(r => r.every(Boolean));
const mean = s => s.latencySumNanoseconds / s.count / 1e6, span = r => Math.max(...r.map(s => s.durationNanoseconds)) / 1e6;
// The round in the middle: neither the kindest nor the worst.
const round = rounds.sort((a, b) => mean(a[0]) / mean(a.at(-1)) - mean(b[0]) / mean(b.at(-1)))[Math.floor(rounds.length / 2)];
if (!round) throw new Error(`${folder} has no round of which all requests are in the journal: run a race of the first page of serve.`);
const length = span(round) + 1200, w = 440, h = 200, rows = 7, gap = 16, place = (x, y) => `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
const colour = ['sync', 'async', 'par'];
const keys = [], body = [];
const escape = text => text.replace(/[<>&"]/g, c => `&#${c.charCodeAt(0)};`);

round.forEach((slot, lane) => {
  const left = lane * w, people = [...slot.traces].sort((a, b) => a.servedNanoseconds - b.servedNanoseconds), busy = [];
  body.push(`<g transform="translate(${left} 0)"><rect class="card" x="8" y="8" width="${w - 16}" height="${h + 52}" rx="14"/>
<text class="name" x="26" y="38">${escape(forms[lane].label)}</text><text class="end" x="${w - 26}" y="38">${Math.round(mean(slot)).toLocaleString('en')} ms an answer</text>
<text x="26" y="60">waiting</text><text x="226" y="60">being served</text><text class="end" x="${w - 26}" y="60">answered</text>
<path d="M216 68V${h + 22}M${w - 100} 68V${h + 22}"/><text x="26" y="${h + 46}">${slot.count} at once, at most ${slot.target?.maximumThreads ?? '?'} threads; all answered in ${(slot.durationNanoseconds / 1e9).toFixed(1)} s</text>`);
  people.forEach((p, i) => {
    const at = ns => 100 * Math.min(length, ns / 1e6) / length, id = `k${lane}-${i}`;
    let spot = busy.findIndex(end => end <= p.servedNanoseconds);
    if (spot < 0) spot = busy.length;
    busy[spot] = p.endNanoseconds;
    const y = n => 84 + (n % rows) * gap + 6, wait = place(198 - Math.floor(i / rows) * gap, y(i)), serve = place(236 + Math.floor(spot / rows) * gap, y(spot)), gone = place(w - 30, y(spot));
    const [served, ended] = [at(p.servedNanoseconds), at(p.endNanoseconds)], quick = 100 * 120 / length;
    keys.push(`@keyframes ${id}{0%,${served.toFixed(2)}%{transform:${wait};fill-opacity:0;opacity:1}${Math.min(99, served + quick).toFixed(2)}%,${ended.toFixed(2)}%{transform:${serve};fill-opacity:1;opacity:1}${Math.min(99.5, ended + 3 * quick).toFixed(2)}%,100%{transform:${gone};fill-opacity:1;opacity:0}}`);
    const half = length * .35 * 1e6, state = p.servedNanoseconds > half ? `transform:${wait};fill-opacity:0` : p.endNanoseconds > half ? `transform:${serve}` : 'opacity:0';
    keys.push(`.${id}{${state}}@media(prefers-reduced-motion:no-preference){.${id}{animation:${id} ${(length / 1000).toFixed(2)}s linear infinite}}`);
    body.push(`<circle class="${colour[lane]} ${id}" r="5.5"/>`);
  });
  body.push('</g>');
});

process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w * round.length} ${h + 68}" role="img" aria-label="${escape(forms.map((f, i) => `${f.label}: ${Math.round(mean(round[i]))} ms an answer`).join('; '))}">
<style>text{font:13px system-ui,sans-serif;fill:#5d636e}.name{font-size:17px;font-weight:650;fill:#1b1d22}.end{text-anchor:end}.card{fill:#fff;stroke:#e4e2dc}path{stroke:#e4e2dc}circle{stroke-width:1.6}.sync{fill:#bd401a;stroke:#bd401a}.async{fill:#0b7a6f;stroke:#0b7a6f}.par{fill:#5a57d6;stroke:#5a57d6}
@media(prefers-color-scheme:dark){text{fill:#9ba3af}.name{fill:#eceef1}.card{fill:#181c22;stroke:#2a303a}path{stroke:#2a303a}.sync{fill:#ff8a5f;stroke:#ff8a5f}.async{fill:#3fc9b6;stroke:#3fc9b6}.par{fill:#9a97ff;stroke:#9a97ff}}
${keys.join('\n')}</style>
${body.join('\n')}
</svg>
`);
