/** A page or action in the palette. */
export interface PaletteEntry {
  id: string;
  title: string;
  /** Its context: the directories of a menu, or an application. */
  context?: string;
  kind: 'page' | 'action';
  run(): void | Promise<void>;
}

/**
 * Entries that match every word, best first: title prefix, word prefix, title, context, then
 * letters in order. Ties keep their order.
 */
export function searchCommands(entries: readonly PaletteEntry[], search: string): PaletteEntry[] {
  const words = search.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...entries];
  return entries
    .map((entry) => ({ entry, score: score(entry, words) }))
    .filter((candidate) => candidate.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map((candidate) => candidate.entry);
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
