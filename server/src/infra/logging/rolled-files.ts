import { createReadStream, createWriteStream, type Stats } from 'node:fs';
import { link, open, readdir, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { codeOf, isMissing } from '../../kernel/index.ts';

/** A draft of a compressed file that is older was left by a process that ended, in milliseconds. */
const ABANDONED_MS = 600_000;
const MOST_A_DAY = 1_000;
/** File systems without hard links; several workers then need another one. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

interface RolledFilesOptions {
  readonly directory: string;
  /** `sys-info` for `sys-info.2026-01-31.1.log`. */
  readonly name: string;
  /** Files that are kept. */
  readonly keep: number;
  readonly gzip: boolean;
}

/** The days of a log that are over, which several workers of one host may have written. */
export class RolledFiles {
  readonly #options: RolledFilesOptions;
  readonly #pattern: RegExp;

  constructor(options: RolledFilesOptions) {
    this.#options = options;
    const name = options.name.replaceAll('.', String.raw`\.`);
    this.#pattern = new RegExp(String.raw`^${name}\.(\d{4}-\d\d-\d\d)\.(\d+)\.log(?:\.gz)?$`);
  }

  /**
   * Gives a log the name of its day. Of several workers that see the day end, one does: a link to
   * the new name can be made once. The new log of a worker that was faster stays as it is.
   *
   * @param day `2026-01-31`
   * @param ino the file whose day is over
   */
  async roll(current: string, day: string, ino: number): Promise<void> {
    for (let index = 1; index < MOST_A_DAY; index += 1) {
      const rolled = this.#path(`${this.#options.name}.${day}.${index}.log`);
      if (await factsOf(`${rolled}.gz`)) continue;
      try {
        await link(current, rolled);
        return await unlink((await factsOf(rolled))?.ino === ino ? current : rolled);
      } catch (error) {
        if (isMissing(error)) return;
        const code = codeOf(error);
        if (NO_LINKS.has(code)) return rename(current, rolled);
        if (code !== 'EEXIST') throw error;
        // Another worker is about to take the current name away.
        if ((await factsOf(rolled))?.ino === ino) return;
      }
    }
  }

  /**
   * Compresses days that are over, and removes those that are too many.
   *
   * @param settledMs time without a change after which no worker writes a file any more
   */
  async tidy(settledMs: number): Promise<void> {
    const { gzip, keep } = this.#options;
    const names = (await readdir(this.#options.directory)).filter((name) => this.#pattern.test(name));
    if (gzip) {
      for (const name of names) {
        if (!name.endsWith('.gz') && (await ageOf(this.#path(name))) >= settledMs) await this.#compress(name);
      }
    }
    const old = [...new Set(names.map((name) => name.replace(/\.gz$/, '')))].toSorted((one, other) =>
      this.#orderOf(one).localeCompare(this.#orderOf(other)),
    );
    for (const name of old.slice(0, Math.max(0, old.length - keep))) {
      for (const suffix of ['', '.gz']) await rm(this.#path(name + suffix), { force: true });
    }
  }

  async #compress(name: string): Promise<void> {
    const path = this.#path(name);
    const draft = `${path}.gz.partial`;
    if ((await ageOf(draft)) > ABANDONED_MS) await rm(draft, { force: true });
    try {
      await (await open(draft, 'wx')).close();
    } catch (error) {
      // Another worker is at it.
      if (codeOf(error) === 'EEXIST') return;
      throw error;
    }
    try {
      const { mtime } = await stat(path);
      await pipeline(createReadStream(path), createGzip(), createWriteStream(draft));
      await utimes(draft, mtime, mtime);
      await rename(draft, `${path}.gz`);
      await unlink(path);
    } catch (error) {
      await rm(draft, { force: true });
      // Another worker was faster.
      if (!isMissing(error)) throw error;
    }
  }

  #orderOf(name: string): string {
    const [, day = '', index = ''] = this.#pattern.exec(name) ?? [];
    return `${day} ${index.padStart(4, '0')}`;
  }

  #path(name: string): string {
    return join(this.#options.directory, name);
  }
}

/** Undefined where the file is gone. */
const factsOf = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);

/** Milliseconds since the last change; -1 where the file is gone. */
async function ageOf(path: string): Promise<number> {
  const facts = await factsOf(path);
  return facts ? Date.now() - facts.mtimeMs : -1;
}
