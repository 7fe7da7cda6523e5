import { useMediaQuery } from '@vueuse/core';
import { defineStore } from 'pinia';
import { computed, reactive, toRefs, watch } from 'vue';
import { negotiateLocale } from '../i18n/index.ts';
import { readPreferences } from './preferences.ts';

/** Also read by `public/_shell/boot.js`, which sets the theme before the first paint. */
export const preferencesKey = 'platform.preferences';

/** Theme, accent, language and table settings; written back as they change. */
export const usePreferencesStore = defineStore('preferences', () => {
  const preferences = reactive(
    readPreferences(localStorage.getItem(preferencesKey), negotiateLocale(navigator.languages)),
  );
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)');
  const dark = computed(() =>
    preferences.theme === 'system' ? systemIsDark.value : preferences.theme === 'dark',
  );

  watch(preferences, (value) => localStorage.setItem(preferencesKey, JSON.stringify(value)));

  return { ...toRefs(preferences), dark };
});
