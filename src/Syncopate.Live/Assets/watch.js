// A process tells of itself once a second; the piece that changes is made by the server, by the code of the report.
const box = document.getElementById('watch');
const look = async () => {
  try {
    const told = await fetch(`/watch/piece?result=${encodeURIComponent(box.dataset.result)}`);
    if (told.ok) box.innerHTML = await told.text();
  } catch {
    document.title = 'The server does not answer';
  }
  if (!box.querySelector('[data-over]')) setTimeout(look, 1000);
};
if (box) setTimeout(look, 1000);
