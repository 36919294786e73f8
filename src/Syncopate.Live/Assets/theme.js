// The colours follow the system until the button is pressed; the choice is kept in this browser.
const root = document.documentElement, key = 'syncopate-theme', stored = localStorage.getItem(key);
if (/^(dark|light)$/.test(stored)) root.dataset.theme = stored;
const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
document.getElementById('theme').addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  localStorage.setItem(key, root.dataset.theme);
});
