import { distance } from 'fastest-levenshtein';

/**
 * The candidate nearest to `word`, if it is close enough to be a typing error.
 *
 * @param most edits between the two; default: two, or a quarter of a long word
 */
export function closest(
  word: string,
  candidates: Iterable<string>,
  most = Math.max(2, Math.ceil(word.length / 4)),
): string | undefined {
  let best: string | undefined;
  let least = most + 1;
  for (const candidate of candidates) {
    const edits = distance(word, candidate);
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}
