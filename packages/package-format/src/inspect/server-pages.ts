/** Languages in which a server would run what stands in a file. */
export type ServerPage = 'PHP' | 'PHP in short tags' | 'JSP';

/** Enough behind `<` to tell what it opens. */
const WINDOW = 32;
/** With nothing before it. PHP takes its word for an opening only in front of a blank, so that a highlighter may name it. */
const OPENINGS: ReadonlyArray<readonly [begin: string, pattern: RegExp, page: ServerPage]> = [
  ['<?', /^<\?php[ \t\r\n]/i, 'PHP'],
  ['<?', /^<\?=/, 'PHP in short tags'],
  ['<%@', /^<%@\s*(page|include|taglib|tag)\s/i, 'JSP'],
];
const BEGINNINGS = [...new Set(OPENINGS.map(([begin]) => begin))].map((begin) => Buffer.from(begin));

/**
 * Looks for the openings of server pages through all of a file, as it streams by. Search for two bytes costs next to nothing; what
 * follows them is looked at where they are found.
 */
export class ServerPageSearch {
  readonly found = new Set<ServerPage>();
  /** The last bytes of what was written, where an opening may begin. */
  #rest = Buffer.alloc(0);

  write(chunk: Buffer): void {
    if (this.#rest.length > 0) this.#search(Buffer.concat([this.#rest, chunk.subarray(0, WINDOW)]));
    this.#search(chunk);
    this.#rest = Buffer.concat([this.#rest, chunk.subarray(-WINDOW)]).subarray(-WINDOW);
  }

  #search(bytes: Buffer): void {
    for (const begin of BEGINNINGS) {
      for (let at = bytes.indexOf(begin); at >= 0; at = bytes.indexOf(begin, at + 1)) {
        const text = bytes.toString('latin1', at, at + WINDOW);
        for (const [, pattern, page] of OPENINGS) if (pattern.test(text)) this.found.add(page);
      }
    }
  }
}
