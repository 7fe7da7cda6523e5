/** Long enough to find the place of a text in a later one: lines begin with their time. */
const TAIL = 2_048;

/**
 * The part of a log that came after an earlier state of it, which may have lost its oldest lines.
 *
 * @returns undefined where nothing of the earlier state is left
 */
export function appendedTo(before: string, now: string): string | undefined {
  if (now.startsWith(before)) return now.slice(before.length);
  const tail = before.slice(-TAIL);
  const at = now.lastIndexOf(tail);
  return at === -1 ? undefined : now.slice(at + tail.length);
}
