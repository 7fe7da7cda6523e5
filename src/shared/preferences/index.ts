export { accents, themes, type Accent, type Preferences, type Theme } from './preferences.ts';
export { preferencesKey, usePreferencesStore } from './preferences-store.ts';
