import { byId, why } from './server.js';

// One question at a time: while an answer is on its way, only the newest wish is kept.
const form = byId('plan'), answer = byId('answer');
let asking = false, wanted = false;
const ask = async () => {
  if (asking) { wanted = true; return; }
  asking = true;
  const query = new URLSearchParams(new FormData(form));
  try {
    const told = await fetch(`/plan/answer?${query}`);
    // Made by our own server, which encodes whatever it was given.
    if (told.ok) answer.innerHTML = await told.text();
    else answer.textContent = why(told.status);
    // For whoever hears the page: the sentence, without the charts.
    byId('said').textContent = (answer.querySelector('.answer') ?? answer).textContent;
    // A browser allows this so often, and no more.
    try { history.replaceState(null, '', `/plan?${query}`); } catch { }
  } catch {
    answer.textContent = why(0);
  }
  asking = false;
  if (wanted) { wanted = false; ask(); }
};
form.addEventListener('input', event => {
  event.target.closest('p').querySelector('output').textContent = event.target.value;
  ask();
});
