import { watchEffect } from 'vue';
import type { usePreferencesStore } from '@/shared/preferences';

/** Keeps the document's theme, accent and language equal to the preferences. `public/_shell/boot.js` sets the same before the first paint. */
export function applyTheme(preferences: ReturnType<typeof usePreferencesStore>, root: HTMLElement): void {
  watchEffect(() => {
    root.dataset['theme'] = preferences.dark ? 'dark' : 'light';
    root.dataset['accent'] = preferences.accent;
    root.classList.toggle('dark', preferences.dark);
    root.lang = preferences.locale;
  });
}
