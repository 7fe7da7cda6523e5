import { watchEffect } from 'vue';
import type { usePreferencesStore } from '@/shared/preferences';
import { shadesOf } from '@/shared/site';

/**
 * Applies theme, accent and language to the document. `public/_shell/boot.js` does so before the
 * first paint.
 */
export function applyTheme(preferences: ReturnType<typeof usePreferencesStore>, root: HTMLElement): void {
  watchEffect(() => {
    root.dataset['theme'] = preferences.dark ? 'dark' : 'light';
    root.dataset['accent'] = preferences.accent;
    root.classList.toggle('dark', preferences.dark);
    root.lang = preferences.locale;
  });
}

/** Gives the document the accent of the site, for people who have chosen no other. */
export function applySiteAccent(
  preferences: ReturnType<typeof usePreferencesStore>,
  site: { readonly accent: string | undefined },
  root: HTMLElement,
): void {
  watchEffect(() => {
    const shades = preferences.accent === 'site' && site.accent ? shadesOf(site.accent) : undefined;
    const own = shades?.[preferences.dark ? 'dark' : 'light'];
    set(root, '--accent', own?.accent);
    set(root, '--accent-text', own?.text);
  });
}

function set({ style }: HTMLElement, token: string, value: string | undefined): void {
  if (value === undefined) style.removeProperty(token);
  else style.setProperty(token, value);
}
