import { byId, why } from './server.js';

// The command itself judges the line, as it would in a terminal; the form has no rules.
const form = document.querySelector('[data-check]'), [line, wrong, begin] = ['line', 'wrong', 'begin'].map(byId);
let timer = 0, asked = 0;
const check = async () => {
  const number = ++asked;
  try {
    const told = await fetch(form.dataset.check, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
    const [command, ...rest] = (await told.text()).split('\n');
    // What is held down must not move away: the click would be lost.
    while (document.querySelector('button:active')) await new Promise(requestAnimationFrame);
    if (number !== asked) return;
    if (told.ok && line) line.textContent = command;
    wrong.textContent = told.ok ? rest.join(' ') : command;
    begin.disabled = wrong.textContent.length > 0;
  } catch {
    wrong.textContent = why(0);
  }
};
form.addEventListener('input', () => { asked++; clearTimeout(timer); timer = setTimeout(check, 200); });
check();
byId('copy')?.addEventListener('click', async event => {
  try {
    await navigator.clipboard.writeText(line.textContent);
    event.target.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(line);
    event.target.textContent = 'Marked: press Ctrl+C';
  }
  setTimeout(() => { event.target.textContent = 'Copy the command'; }, 1600);
});
