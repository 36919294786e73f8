import { byId, why } from './server.js';

// A process tells of itself once a second; the piece that changes is made by the server, by the code of the report.
const box = byId('watch'), behind = byId('behind');
const look = async () => {
  try {
    const told = await fetch(box.dataset.source);
    if (told.ok) box.innerHTML = await told.text();
    // The server itself watches: a watch ends with it.
    behind.textContent = told.ok ? '' : told.status === 404 ? 'The watch has ended. What it saw is under Results, unless it was deleted.' : why(told.status);
    if (told.status === 404) return;
  } catch {
    behind.textContent = why(0);
  }
  if (!box.querySelector('[data-over]')) setTimeout(look, 1000);
};
if (box) setTimeout(look, 1000);
