import { defineStore } from 'pinia';
import { computed, reactive, ref, toRefs, watch } from 'vue';
import { negotiateLocale } from '../i18n/index.ts';
import { readPreferences } from './preferences.ts';

/** Also read by `public/_shell/boot.js`, which sets the theme before the first paint. */
export const preferencesKey = 'platform.preferences';

/** Theme, accent, language and table settings; written back as they change. */
export const usePreferencesStore = defineStore('preferences', () => {
  const preferences = reactive(
    readPreferences(localStorage.getItem(preferencesKey), negotiateLocale(navigator.languages)),
  );
  // VueUse is one module, which the login page would then have as a whole.
  const system = matchMedia('(prefers-color-scheme: dark)');
  const systemIsDark = ref(system.matches);
  system.addEventListener('change', ({ matches }) => (systemIsDark.value = matches));
  const dark = computed(() =>
    preferences.theme === 'system' ? systemIsDark.value : preferences.theme === 'dark',
  );

  watch(preferences, (value) => localStorage.setItem(preferencesKey, JSON.stringify(value)));

  return { ...toRefs(preferences), dark };
});
