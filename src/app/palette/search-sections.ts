/** Groups of the palette, in their order. */
export const paletteGroups = ['recent', 'pages', 'applications', 'records', 'actions'] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

/** A page, application, record or action in the palette. */
export interface PaletteEntry {
  id: string;
  title: string;
  /** Its context: the directories of a menu, an application, or the kind of a record. */
  context?: string | undefined;
  group: PaletteGroup;
  /** The key that does the same. */
  shortcut?: string | undefined;
  /** Whether it was found by a server, after those that are known here. */
  fetched?: boolean;
  run(): void | Promise<void>;
}

/** Entries of one group under its heading. */
export interface PaletteSection {
  group: PaletteGroup;
  entries: readonly PaletteEntry[];
}

/** Entries of a group that are shown. */
const MOST = 20;

/**
 * The matching entries in groups, the group of the best entry first. What a server has found stands
 * behind the rest, so that its arrival moves nothing that is already read. Pages that were opened
 * last are offered before anything is typed; then they are among the pages.
 */
export function searchSections(entries: readonly PaletteEntry[], search: string): PaletteSection[] {
  const typed = search.trim() !== '';
  const found = ranked(entries, search).filter(({ entry }) => !typed || entry.group !== 'recent');
  const known = found.filter(({ entry }) => !entry.fetched);
  const order = [...known, ...found.filter(({ entry }) => entry.fetched)];
  const groups = typed ? [...new Set(order.map(({ entry }) => entry.group))] : paletteGroups;
  return groups
    .map((group) => ({
      group,
      entries: order
        .filter(({ entry }) => entry.group === group)
        .slice(0, MOST)
        .map(({ entry }) => entry),
    }))
    .filter((section) => section.entries.length > 0);
}

/**
 * Entries that match every word, best first: title prefix, word prefix, title, context, then
 * letters in order. Ties keep their order.
 */
function ranked(entries: readonly PaletteEntry[], search: string) {
  const words = search.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries.map((entry) => ({ entry, score: 0 }));
  return entries
    .map((entry) => ({ entry, score: score(entry, words) }))
    .filter((candidate) => candidate.score > 0)
    .toSorted((a, b) => b.score - a.score);
}

function score(entry: PaletteEntry, words: readonly string[]): number {
  const scores = words.map((word) => wordScore(entry, word));
  return scores.includes(0) ? 0 : scores.reduce((sum, value) => sum + value, 0);
}

function wordScore({ title, context }: PaletteEntry, word: string): number {
  const text = title.toLocaleLowerCase();
  if (text.startsWith(word)) return 5;
  if (text.split(/[\s/·-]+/).some((part) => part.startsWith(word))) return 4;
  if (text.includes(word)) return 3;
  if (context?.toLocaleLowerCase().includes(word)) return 2;
  return holdsInOrder(text, word) ? 1 : 0;
}

function holdsInOrder(text: string, letters: string): boolean {
  let at = -1;
  return [...letters].every((letter) => (at = text.indexOf(letter, at + 1)) !== -1);
}
