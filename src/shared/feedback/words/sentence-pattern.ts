/** Values of a sentence, by the names of their places. */
export type Values = Readonly<Record<string, string>>;

const PLACE = /\{(\w+)\}/g;

export const placesOf = (sentence: string): string[] =>
  [...sentence.matchAll(PLACE)].map(([, name = '']) => name);

export const filled = (sentence: string, values: Readonly<Record<string, unknown>>): string =>
  sentence.replaceAll(PLACE, (_, name: string) => String(values[name]));

/**
 * Finds the values in a text that is this sentence; undefined for any other text.
 *
 * @param sentence with a text between any two places, so that the shortest match is the right one;
 *   `|` divides texts that the host puts together
 */
export function matcherOf(sentence: string): (text: string) => Values | undefined {
  const names = placesOf(sentence);
  const parts = sentence
    .replaceAll('|', '')
    .split(PLACE)
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : '(.+?)'));
  const pattern = new RegExp(`^${parts.join('')}$`, 's');
  return (text) => {
    const values = pattern.exec(text)?.slice(1);
    return values && Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
  };
}
