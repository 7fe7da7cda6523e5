import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Database } from '../../../data/index.ts';

const WORDS = /[\p{L}_][\p{L}\p{N}_$]*/gu;
/** Goes up where statements are looked at in another way, so that what was found right is looked at again. */
const WAY = 1;

/** Which applications' statements were found right, by their texts and tables, so that a start prepares nothing twice. (design 16-2) */
export class CheckedStatements {
  readonly #file: string;
  #known: Promise<Map<string, string>> | undefined;
  #written: Promise<void> = Promise.resolve();

  /** @param file keeps what is known over a restart; one that cannot be read is made anew */
  constructor(file: string) {
    this.#file = file;
  }

  /** What the outcome of a check depends on: the texts, the tables that they name, the database. */
  async keyFor(texts: Iterable<string>, database: Database): Promise<string> {
    const tables = await database.describeTables();
    const hash = createHash('sha256').update(`${WAY} ${database.dialect}`);
    const named = new Set<string>();
    for (const text of texts) {
      hash.update(`\0${text}`);
      for (const [word] of text.matchAll(WORDS)) {
        if (tables.has(word.toLowerCase())) named.add(word.toLowerCase());
      }
    }
    for (const table of [...named].toSorted()) hash.update(`\0${table} ${tables.get(table)}`);
    return hash.digest('hex');
  }

  async has(appCode: string, key: string): Promise<boolean> {
    return (await this.#all()).get(appCode) === key;
  }

  async add(appCode: string, key: string): Promise<void> {
    const known = await this.#all();
    known.set(appCode, key);
    this.#written = this.#written.then(() => this.#write(known));
    await this.#written;
  }

  #all(): Promise<Map<string, string>> {
    return (this.#known ??= this.#read());
  }

  async #read(): Promise<Map<string, string>> {
    try {
      const parsed: unknown = JSON.parse(await readFile(this.#file, 'utf8'));
      const entries = Object.entries(typeof parsed === 'object' && parsed !== null ? parsed : {});
      return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
    } catch {
      return new Map();
    }
  }

  /** What cannot be written is only looked at again. */
  async #write(known: ReadonlyMap<string, string>): Promise<void> {
    const draft = `${this.#file}.new`;
    try {
      await writeFile(draft, JSON.stringify(Object.fromEntries(known)));
      await rename(draft, this.#file);
    } catch {
      // The next start prepares again.
    }
  }
}
