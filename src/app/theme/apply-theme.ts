import { watchEffect } from 'vue';
import type { usePreferencesStore } from '@/shared/preferences';

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
