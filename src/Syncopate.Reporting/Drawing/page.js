(() => {
  const root = document.documentElement;
  const byId = id => document.getElementById(id);
  const remembered = 'syncopate-theme';

  // Storage may be refused to a page that was opened from disk; the theme then follows the system each time.
  const recall = () => { try { return localStorage.getItem(remembered); } catch { return null; } };
  const remember = theme => { try { localStorage.setItem(remembered, theme); } catch { } };
  const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;

  const stored = recall();
  if (stored === 'dark' || stored === 'light') root.dataset.theme = stored;
  byId('report-theme').addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    remember(root.dataset.theme);
  });

  const say = text => { byId('report-said').textContent = text; byId('report-copy').textContent = text; };
  const markdown = byId('report-markdown');
  const select = () => {
    markdown.open = true;
    getSelection().selectAllChildren(markdown.querySelector('code'));
    markdown.scrollIntoView({ block: 'nearest' });
  };
  byId('report-copy').addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(markdown.querySelector('code').textContent);
      say('Copied');
    } catch {
      // The clipboard is often refused to a page from disk: leave the text selected, so that one key copies it.
      select();
      say(document.execCommand('copy') ? 'Copied' : 'Selected: press Ctrl+C');
    }
    setTimeout(() => { byId('report-copy').textContent = 'Copy as Markdown'; }, 1600);
  });

  // On paper everything is open; afterwards as it was.
  let unfolded = [];
  addEventListener('beforeprint', () => {
    unfolded = [...document.querySelectorAll('main details:not([open])')].filter(d => d !== markdown);
    unfolded.forEach(d => { d.open = true; });
  });
  addEventListener('afterprint', () => unfolded.forEach(d => { d.open = false; }));

  // A link may lead to what is folded away.
  const unfold = () => {
    const target = byId(location.hash.slice(1));
    if (!target) return;
    for (let fold = target.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', unfold);
  unfold();
  byId('report-tools').hidden = false;
})();
