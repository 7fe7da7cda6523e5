import type { BellLevel, CardLayout } from '@platform/host-api';
import { densities, type Density, type SavedView } from '@platform/remote-app';
import type { Locale } from '../i18n/index.ts';
import { locales } from '../i18n/index.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** `site` is the accent of the installation, indigo where it has none. */
export const accents = [
  'site',
  'indigo',
  'blue',
  'violet',
  'pink',
  'red',
  'orange',
  'green',
  'teal',
] as const;
export type Accent = (typeof accents)[number];

/** Where the menu stands on a wide screen. */
export const menuPlaces = ['side', 'top'] as const;
export type MenuPlace = (typeof menuPlaces)[number];

/** Notices of a source that the bell counts. */
export const bellLevels = ['all', 'important', 'none'] as const satisfies readonly BellLevel[];

/** Minutes until the shell locks by itself; 0 never. */
export const lockTimes = [0, 5, 15, 30, 60] as const;

/** A person's preferences, stored in the browser; {@link sharedMembers} also on the server. */
export interface Preferences {
  theme: Theme;
  accent: Accent;
  locale: Locale;
  menuFolded: boolean;
  menuPlace: MenuPlace;
  /** Minutes without a key or pointer until the shell locks; 0 never. */
  lockAfter: number;
  /** Height of table rows. */
  density: Density;
  /** Hidden columns by table id. */
  hiddenColumns: Record<string, string[]>;
  /** Rows a page by table id. */
  pageSizes: Record<string, number>;
  /** Saved views by table id. */
  views: Record<string, SavedView[]>;
  /** Cards of pages by page: their order, and those that are hidden. */
  cards: Record<string, CardLayout>;
  /** Keys of menus that the person has pinned, in their order. */
  favourites: string[];
  /** Paths of the tabs that stay open, in their order. */
  pinnedTabs: string[];
  /** Keys of the menus that were opened last, the latest first. */
  recentPages: string[];
  /** Notices that the bell counts by source: code of an application, or `platform`. */
  bell: Record<string, BellLevel>;
  /** First steps that the person does not want to see any more. */
  firstStepsDone: boolean;
  /** IANA name of the zone that times are shown in; empty for the browser's. */
  timeZone: string;
  /** The user whose shared members these are; 0 before the first login. */
  owner: number;
}

/** How the shell looks: a person without a choice of their own keeps that of the browser. */
export const lookMembers = ['theme', 'accent', 'locale'] as const satisfies ReadonlyArray<keyof Preferences>;

/** Preferences that follow the person to every browser. */
export const sharedMembers = [
  ...lookMembers,
  'menuPlace',
  'lockAfter',
  'favourites',
  'pinnedTabs',
  'density',
  'hiddenColumns',
  'pageSizes',
  'views',
  'cards',
  'bell',
  'firstStepsDone',
  'timeZone',
] as const satisfies ReadonlyArray<keyof Preferences>;

/**
 * Parses stored preferences. Each value is checked by itself, so an invalid one affects no other.
 */
export function readPreferences(stored: string | null, defaultLocale: Locale): Preferences {
  const value = parseObject(stored);
  return {
    theme: oneOf(themes, value['theme'], 'system'),
    accent: oneOf(accents, value['accent'], 'site'),
    locale: oneOf(locales, value['locale'], defaultLocale),
    menuFolded: value['menuFolded'] === true,
    menuPlace: oneOf(menuPlaces, value['menuPlace'], 'side'),
    lockAfter: typeof value['lockAfter'] === 'number' && value['lockAfter'] >= 0 ? value['lockAfter'] : 0,
    density: oneOf(densities, value['density'], 'default'),
    hiddenColumns: recordOf(value['hiddenColumns'], isStringList),
    pageSizes: recordOf(value['pageSizes'], (size): size is number => typeof size === 'number' && size > 0),
    views: recordOf(value['views'], isViewList),
    cards: recordOf(value['cards'], isCardLayout),
    favourites: textsOf(value['favourites']),
    pinnedTabs: textsOf(value['pinnedTabs']),
    recentPages: textsOf(value['recentPages']),
    bell: recordOf(value['bell'], isBellLevel),
    firstStepsDone: value['firstStepsDone'] === true,
    timeZone: typeof value['timeZone'] === 'string' ? value['timeZone'] : '',
    owner: typeof value['owner'] === 'number' ? value['owner'] : 0,
  };
}

/** A zone that this browser can format times in; undefined for any other. */
export function knownZone(timeZone: string): string | undefined {
  try {
    return timeZone ? new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone : undefined;
  } catch {
    return undefined;
  }
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown, fallback: T): T {
  return allowed.find((candidate) => candidate === value) ?? fallback;
}

function recordOf<T>(value: unknown, accepts: (entry: unknown) => entry is T): Record<string, T> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => accepts(entry[1])));
}

const textsOf = (value: unknown): string[] => (isStringList(value) ? value : []);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

const isBellLevel = (value: unknown): value is BellLevel => bellLevels.some((level) => level === value);

const isCardLayout = (value: unknown): value is CardLayout =>
  isRecord(value) && isStringList(value['order']) && isStringList(value['hidden']);

const isViewList = (value: unknown): value is SavedView[] =>
  Array.isArray(value) &&
  value.every((view) => isRecord(view) && typeof view['name'] === 'string' && isRecord(view['filters']));
