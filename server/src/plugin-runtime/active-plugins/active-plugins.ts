import { open, readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ignoreMissing, PlatformError, serviceToken } from '../../kernel/index.ts';

const FILE = 'active-plugins.txt';
const HEADER = '# Effective backend jar of each application. Written by the host.';

/**
 * `<plugin-dir>/active-plugins.txt`: one line `appCode=jarFileName` for each application.
 *
 * The file is replaced atomically, so that a reader sees either the old or the new content, even
 * after a crash. (spec: Files; design 3.3)
 */
export class ActivePlugins {
  readonly directory: string;
  readonly #onInvalid: ((problem: PlatformError) => void) | undefined;
  readonly #exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  #last: Promise<void> = Promise.resolve();

  /**
   * @param onInvalid receives each invalid line, which is then skipped; if omitted, it is an error
   * @param exclusively keeps other workers of this machine from changing the file meanwhile
   */
  constructor(
    directory: string,
    onInvalid?: (problem: PlatformError) => void,
    exclusively: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
  ) {
    this.directory = directory;
    this.#onInvalid = onInvalid;
    this.#exclusively = exclusively;
  }

  /**
   * Jar file names by application code; empty if the file is missing or empty.
   *
   * @throws ACTIVE_PLUGINS_INVALID for an invalid line, unless `onInvalid` is given
   */
  async read(): Promise<ReadonlyMap<string, string>> {
    const { entries, invalid } = parseActivePlugins(await this.#text());
    for (const line of invalid) {
      if (!this.#onInvalid) throw problemOf(line);
      this.#onInvalid(problemOf(line));
    }
    return entries;
  }

  #text(): Promise<string> {
    return readFile(join(this.directory, FILE), 'utf8').catch(ignoreMissing(''));
  }

  /** Sets the effective jar of an application. */
  set(appCode: string, jarFileName: string): Promise<void> {
    return this.#change((entries) => entries.set(appCode, jarFileName));
  }

  remove(appCode: string): Promise<void> {
    return this.#change((entries) => entries.delete(appCode));
  }

  #change(apply: (entries: Map<string, string>) => unknown): Promise<void> {
    const change = this.#last.then(() =>
      this.#exclusively(async () => {
        const { entries, invalid } = parseActivePlugins(await this.#text());
        apply(entries);
        await this.#write(entries, invalid);
      }),
    );
    this.#last = change.catch(() => undefined);
    return change;
  }

  /** Invalid lines are kept, so that an operator can correct them. */
  async #write(entries: ReadonlyMap<string, string>, invalid: readonly InvalidLine[]): Promise<void> {
    const lines = [
      ...[...entries].sort().map(([appCode, jar]) => `${appCode}=${jar}`),
      ...invalid.map(({ text }) => text),
    ];
    const temporary = join(this.directory, `${FILE}.partial`);
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(`${[HEADER, ...lines].join('\n')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(this.directory, FILE));
    await syncDirectory(this.directory);
  }
}

interface InvalidLine {
  readonly line: number;
  readonly text: string;
}

/** Parses a line: blank, a comment, or `appCode=jarFileName`. */
export function parseActivePlugins(text: string): {
  readonly entries: Map<string, string>;
  readonly invalid: readonly InvalidLine[];
} {
  const entries = new Map<string, string>();
  const invalid: InvalidLine[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, appCode, jar] = /^([a-z][a-z0-9-]*)\s*=\s*(\S.*)$/.exec(line) ?? [];
    if (!appCode || !jar || basename(jar) !== jar || jar.includes('\\'))
      invalid.push({ line: index + 1, text: line });
    else entries.set(appCode, jar);
  }
  return { entries, invalid };
}

const problemOf = ({ line, text }: InvalidLine): PlatformError =>
  new PlatformError({
    code: 'ACTIVE_PLUGINS_INVALID',
    message: `Line ${line} of ${FILE} is not appCode=jarFileName: ${text}`,
    fix: 'Correct the line, or delete the file: the highest version of each application then loads.',
  });

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

export const ACTIVE_PLUGINS = serviceToken<ActivePlugins>('activePlugins');
