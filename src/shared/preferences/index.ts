export { accents, themes } from './preferences.ts';
export { usePreferencesStore } from './preferences-store.ts';
export { sharePreferences } from './share-preferences.ts';
