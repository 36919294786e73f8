// Search, theme, copying, and where on the page one is. Without it every page can be read and every link followed.
'use strict';
const byId = id => document.getElementById(id);
const root = document.body.dataset.root;
const say = words => { byId('said').textContent = words; };

// Theme: as the system has it, until the button is used.
const theme = byId('theme');
theme.hidden = false;
theme.addEventListener('click', () => {
  const isDark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = isDark ? 'light' : 'dark';
  try { localStorage.setItem('syncopate-theme', document.documentElement.dataset.theme); } catch { /* A page from disk may have no store. */ }
});

// On a telephone the chapters are closed until asked for.
if (matchMedia('(max-width: 820px)').matches) document.querySelector('.chapters details').open = false;
document.querySelector('.chapters a[aria-current]')?.scrollIntoView({ block: 'nearest' });

for (const heading of document.querySelectorAll('.doc h2[id], .doc h3[id]')) {
  const link = document.createElement('a');
  link.className = 'anchor';
  link.href = '#' + heading.id;
  link.setAttribute('aria-label', 'Link to this heading');
  link.textContent = '#';
  heading.append(link);
}

for (const code of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.querySelector('code').textContent);
      say('Copied');
      button.textContent = 'Copied';
    } catch {
      // From disk a browser may refuse its clipboard: then the text is at least marked.
      getSelection().selectAllChildren(code.querySelector('code'));
      button.textContent = 'Press Ctrl+C';
    }
  });
  code.append(button);
}

const places = new Map([...document.querySelectorAll('.here a')].map(link => [decodeURIComponent(link.hash.slice(1)), link]));
if (places.size > 0) {
  const headings = [...places.keys()].map(byId).filter(Boolean);
  const follow = () => {
    const passed = headings.filter(heading => heading.getBoundingClientRect().top < 120);
    const now = places.get((passed.at(-1) ?? headings[0])?.id);
    for (const link of places.values()) link.classList.toggle('now', link === now);
  };
  addEventListener('scroll', follow, { passive: true });
  follow();
}

// The search. Its index is read when it is first wanted.
const field = byId('find');
const found = byId('found');
let pages;
let loading;
let chosen = -1;
document.querySelector('.find').hidden = false;

const load = () => loading ??= new Promise((done, failed) => {
  const script = document.createElement('script');
  script.src = root + 'search.js';
  script.onload = () => { pages = window.syncopateIndex; done(); };
  script.onerror = failed;
  document.head.append(script);
});

const wordsOf = text => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

// How much a word counts: whole words before beginnings, headings before text; 0 when it is not there.
const weight = (text, word) => {
  let best = 0, from = 0, count = 0;
  for (let at; (at = text.indexOf(word, from)) >= 0 && count < 8; from = at + word.length, count++) {
    const begins = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);
    const ends = at + word.length === text.length || !/[\p{L}\p{N}]/u.test(text[at + word.length]);
    best = Math.max(best, begins && ends ? 4 : begins ? 2 : word.length > 3 ? 0.5 : 0);
  }
  return best + Math.log1p(count) * (best > 0);
};

const search = query => {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const hits = [];
  for (const page of pages) {
    const title = page.title.toLowerCase();
    for (const [anchor, heading, text] of page.sections) {
      const [head, body] = [heading.toLowerCase(), text.toLowerCase()];
      // A word in a few lines says more of them than the same in a page of text.
      const share = 1 / (0.7 + text.length / 3000);
      // Why it was built so, and what changed, are asked for less often than how to use it.
      const rank = /^(decisions\/|changelog|architecture|style)/.test(page.address) ? 0.5 : 1;
      let score = 0;
      for (const word of words) {
        const own = 5 * weight(head, word) + share * weight(body, word);
        const all = own + 2 * weight(title, word);
        // A word of the title alone finds the page's top, not each of its parts.
        if (own === 0 && (all === 0 || heading !== page.title)) { score = 0; break; }
        score += all;
      }
      if (score > 0 && body.includes(query.toLowerCase().trim())) score += 4 * share;
      if (score > 0) hits.push({ score: score * rank, page, anchor, heading, text });
    }
  }
  return hits.sort((a, b) => b.score - a.score).slice(0, 12);
};

// The text around the first word that is found, with all of them marked.
const excerpt = (text, words) => {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map(word => lower.indexOf(word)).filter(at => at >= 0), text.length);
  const from = first < 60 || first === text.length ? 0 : text.indexOf(' ', first - 50) + 1;
  if (from + 170 >= text.length) return (from > 0 ? '… ' : '') + text.slice(from);
  return (from > 0 ? '… ' : '') + text.slice(from, text.lastIndexOf(' ', from + 170)) + ' …';
};

const marked = (text, words) => {
  const part = document.createDocumentFragment();
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu'); // Letters and digits alone: see wordsOf.
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const mark = document.createElement('mark');
    mark.textContent = match[0];
    part.append(text.slice(at, match.index), mark);
    at = match.index + match[0].length;
  }
  part.append(text.slice(at));
  return part;
};

const choose = index => {
  const links = [...found.querySelectorAll('a')];
  chosen = links.length === 0 ? -1 : (index + links.length) % links.length;
  links.forEach((link, i) => link.setAttribute('aria-selected', i === chosen));
  if (chosen >= 0) {
    links[chosen].scrollIntoView({ block: 'nearest' });
    field.setAttribute('aria-activedescendant', links[chosen].id);
  } else field.removeAttribute('aria-activedescendant');
};

const close = () => {
  found.hidden = true;
  field.setAttribute('aria-expanded', 'false');
};

const show = async () => {
  const query = field.value;
  const words = wordsOf(query);
  if (words.length === 0) return close();
  await load();
  if (field.value !== query) return;
  const hits = search(query);
  found.replaceChildren(...hits.map((hit, i) => {
    const link = document.createElement('a');
    link.id = 'found-' + i;
    link.setAttribute('role', 'option');
    link.href = root + hit.page.address + (hit.anchor && hit.heading !== hit.page.title ? '#' + hit.anchor : '');
    const [page, heading, text] = [document.createElement('small'), document.createElement('b'), document.createElement('span')];
    page.textContent = hit.page.title;
    heading.append(marked(hit.heading, words));
    text.append(marked(excerpt(hit.text, words), words));
    link.append(...hit.heading === hit.page.title ? [heading, text] : [page, heading, text]);
    return link;
  }));
  if (hits.length === 0) {
    const none = document.createElement('p');
    none.textContent = `Nothing has “${query}”.`;
    found.append(none);
  }
  found.hidden = false;
  field.setAttribute('aria-expanded', 'true');
  say(hits.length === 0 ? 'Nothing found' : `${hits.length} found`);
  choose(0);
};

field.addEventListener('focus', () => { load(); if (field.value) show(); });
field.addEventListener('input', show);
field.addEventListener('keydown', event => {
  if (event.key === 'ArrowDown') choose(chosen + 1);
  else if (event.key === 'ArrowUp') choose(chosen - 1);
  else if (event.key === 'Enter') found.querySelectorAll('a')[chosen]?.click();
  else if (event.key === 'Escape') { close(); field.blur(); return; }
  else return;
  event.preventDefault();
});
found.addEventListener('click', event => { if (event.target.closest('a')) close(); });
document.addEventListener('click', event => { if (!event.target.closest('.find')) close(); });
document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.closest('input, textarea')) return;
  event.preventDefault();
  field.focus();
});
