export { accents, bellLevels, knownZone, lockTimes, menuPlaces, themes } from './preferences.ts';
export { useFavourites } from './use-favourites.ts';
export { usePreferencesStore } from './preferences-store.ts';
export { sharePreferences } from './share-preferences.ts';
export { useLanguage } from './use-language.ts';
