import { densities, type Density } from '@platform/remote-app';
import type { Locale } from '../i18n/index.ts';
import { locales } from '../i18n/index.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const accents = ['indigo', 'blue', 'violet', 'pink', 'red', 'orange', 'green', 'teal'] as const;
export type Accent = (typeof accents)[number];

/** A person's preferences, stored in the browser. */
export interface Preferences {
  theme: Theme;
  accent: Accent;
  locale: Locale;
  menuFolded: boolean;
  /** Height of table rows. */
  density: Density;
  /** Hidden columns by table id. */
  hiddenColumns: Record<string, string[]>;
  /** Rows a page by table id. */
  pageSizes: Record<string, number>;
  /** Keys of menus that the person has pinned, in their order. */
  favourites: string[];
  /** Keys of the menus that were opened last, the latest first. */
  recentPages: string[];
  /** First steps that the person does not want to see any more. */
  firstStepsDone: boolean;
}

/**
 * Parses stored preferences. Each value is checked by itself, so an invalid one affects no other.
 */
export function readPreferences(stored: string | null, defaultLocale: Locale): Preferences {
  const value = parseObject(stored);
  return {
    theme: oneOf(themes, value['theme'], 'system'),
    accent: oneOf(accents, value['accent'], 'indigo'),
    locale: oneOf(locales, value['locale'], defaultLocale),
    menuFolded: value['menuFolded'] === true,
    density: oneOf(densities, value['density'], 'default'),
    hiddenColumns: recordOf(value['hiddenColumns'], isStringList),
    pageSizes: recordOf(value['pageSizes'], (size): size is number => typeof size === 'number' && size > 0),
    favourites: textsOf(value['favourites']),
    recentPages: textsOf(value['recentPages']),
    firstStepsDone: value['firstStepsDone'] === true,
  };
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
