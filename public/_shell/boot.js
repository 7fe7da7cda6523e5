// Sets theme, accent and language before the first paint. Later changes:
// src/app/theme/apply-theme.ts.
(function () {
  let stored;
  try {
    stored = JSON.parse(localStorage.getItem('platform.preferences') || '{}') || {};
  } catch {
    stored = {};
  }
  const root = document.documentElement;
  const dark =
    stored.theme === 'dark' ||
    (stored.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.classList.toggle('dark', dark);
  if (/^[a-z]+$/.test(stored.accent)) root.dataset.accent = stored.accent;
  if (/^[a-z]{2}-[A-Z]{2}$/.test(stored.locale)) root.lang = stored.locale;
})();
