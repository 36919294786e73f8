// Two results are compared, not three.
const form = document.querySelector('form.card');
if (form) {
  const button = form.querySelector('button');
  const tell = () => { button.disabled = form.querySelectorAll(':checked').length !== 2; };
  form.addEventListener('change', tell);
  tell();
}
