import { open, readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PlatformError, serviceToken } from '../../kernel/index.ts';

const FILE = 'active-plugins.txt';
const HEADER = '# Effective backend jar of each application. Written by the host.';

/**
 * `<plugin-dir>/active-plugins.txt`: one line `appCode=jarFileName` for each application. Replaced as a whole, so that a
 * reader sees the old content or the new, also after a crash. (spec: Files; design 3.3)
 */
export class ActivePlugins {
  readonly directory: string;
  readonly #onInvalid: ((problem: PlatformError) => void) | undefined;
  #last: Promise<void> = Promise.resolve();

  /** @param onInvalid told of each line that cannot be read, which is left out then; without it such a line is an error */
  constructor(directory: string, onInvalid?: (problem: PlatformError) => void) {
    this.directory = directory;
    this.#onInvalid = onInvalid;
  }

  /**
   * Jar file name by application code; empty where the file is missing or empty.
   *
   * @throws ACTIVE_PLUGINS_INVALID where nobody is told of invalid lines
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
    return readFile(join(this.directory, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
  }

  /** Names the effective jar of an application. */
  set(appCode: string, jarFileName: string): Promise<void> {
    return this.#change((entries) => entries.set(appCode, jarFileName));
  }

  remove(appCode: string): Promise<void> {
    return this.#change((entries) => entries.delete(appCode));
  }

  #change(apply: (entries: Map<string, string>) => unknown): Promise<void> {
    const change = this.#last.then(async () => {
      const { entries, invalid } = parseActivePlugins(await this.#text());
      apply(entries);
      await this.#write(entries, invalid);
    });
    this.#last = change.catch(() => undefined);
    return change;
  }

  /** Lines that could not be read stay, for who mends them. */
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

/** A line is blank, a comment, or `appCode=jarFileName`; others are invalid. */
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
