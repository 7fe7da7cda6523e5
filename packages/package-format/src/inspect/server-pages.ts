/** Languages that a server may execute inside a file. */
export type ServerPage = 'PHP' | 'PHP in short tags' | 'JSP';

/** Bytes behind `<` that identify an opening tag. */
const WINDOW = 32;
/** PHP requires a blank behind its tag, so that a highlighter may name the tag. */
const OPENINGS: ReadonlyArray<readonly [begin: string, pattern: RegExp, page: ServerPage]> = [
  ['<?', /^<\?php[ \t\r\n]/i, 'PHP'],
  ['<?', /^<\?=/, 'PHP in short tags'],
  ['<%@', /^<%@\s*(page|include|taglib|tag)\s/i, 'JSP'],
];
const BEGINNINGS = [...new Set(OPENINGS.map(([begin]) => begin))].map((begin) => Buffer.from(begin));

/**
 * Searches a stream for opening tags of server pages.
 *
 * Searching for two bytes is cheap; the rest of a tag is compared only where they occur.
 */
export class ServerPageSearch {
  readonly found = new Set<ServerPage>();
  /** Last bytes of the stream, where a tag may begin. */
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
