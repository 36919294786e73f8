import { byId, why } from './server.js';

// What changes each second is made by the server, by the code of the report.
const box = byId('watch'), behind = byId('behind');
const look = async () => {
  try {
    const told = await fetch(box.dataset.source), text = await told.text(), marked = getSelection();
    // It may be copied.
    const stays = !marked.isCollapsed && box.contains(marked.anchorNode);
    if (told.ok && !stays) box.innerHTML = text;
    // The server itself watches: a watch ends with it.
    behind.textContent = told.ok ? stays ? 'It is held while text is selected.' : '' : told.status === 404 ? 'The watch has ended. What it saw is under Results, unless it was deleted.' : why(told.status);
    if (told.status === 404) return;
  } catch {
    behind.textContent = why(0);
  }
  const over = box.querySelector('[data-over]');
  if (over) { byId('said').textContent = over.textContent; byId('ending').hidden = true; }
  else setTimeout(look, 1000);
};
look();
