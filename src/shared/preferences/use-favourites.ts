import { usePreferencesStore } from './preferences-store.ts';

/** Pages that the person has pinned to the top of the menu and to the launcher. (design 15.7) */
export function useFavourites(): { has(menuKey: string): boolean; toggle(menuKey: string): void } {
  const preferences = usePreferencesStore();
  const has = (menuKey: string): boolean => preferences.favourites.includes(menuKey);
  return {
    has,
    toggle(menuKey) {
      preferences.favourites = has(menuKey)
        ? preferences.favourites.filter((key) => key !== menuKey)
        : [...preferences.favourites, menuKey];
    },
  };
}
