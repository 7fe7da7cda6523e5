import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Database } from '../../../data/index.ts';

const WORDS = /[\p{L}_][\p{L}\p{N}_$]*/gu;
/** Increase it when checks change, so that statements are checked again. */
const CHECK_VERSION = 1;

/**
 * Remembers which statements passed their check, so that a restart prepares nothing twice.
 *
 * (design 16-2)
 */
export class StatementCheckCache {
  readonly #file: string;
  #known: Promise<Map<string, string>> | undefined;
  #written: Promise<void> = Promise.resolve();

  /** @param file stores the entries across restarts; an unreadable file is replaced */
  constructor(file: string) {
    this.#file = file;
  }

  /** Hashes everything that a check depends on: texts, referenced tables and dialect. */
  async keyFor(texts: Iterable<string>, database: Database): Promise<string> {
    const tables = await database.tableColumns();
    const hash = createHash('sha256').update(`${CHECK_VERSION} ${database.dialect}`);
    const named = new Set<string>();
    for (const text of texts) {
      hash.update(`\0${text}`);
      for (const [word] of text.matchAll(WORDS)) {
        if (tables.has(word.toLowerCase())) named.add(word.toLowerCase());
      }
    }
    for (const table of [...named].toSorted())
      hash.update(`\0${table} ${JSON.stringify([...(tables.get(table) ?? [])])}`);
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

  /** A failed write only costs another check. */
  async #write(known: ReadonlyMap<string, string>): Promise<void> {
    // Another worker may write at the same time.
    const draft = `${this.#file}.${process.pid}.new`;
    try {
      await writeFile(draft, JSON.stringify(Object.fromEntries(known)));
      await rename(draft, this.#file);
    } catch {
      // The next start checks again.
    }
  }
}
