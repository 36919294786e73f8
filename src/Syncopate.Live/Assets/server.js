export const byId = id => document.getElementById(id);
// What a page says when its server does not answer as it should.
export const why = status => status === 401 ? 'This page is of an earlier start of the server. Open the address that the new one printed.'
  : status === 404 ? 'Its result is not there any more.'
  : status === 503 ? 'Too many pages follow runs at once. Close some of them.'
  : 'The server does not answer.';
// Asks until there is an answer, and begins the page anew; what was removed does not come back.
export const back = async (path, say) => {
  let status = 0;
  try {
    const told = await fetch(path, { method: 'HEAD' });
    if (told.ok) return location.reload();
    status = told.status;
  } catch { }
  say(why(status), status);
  if (status !== 404) setTimeout(() => back(path, say), 1500);
};
