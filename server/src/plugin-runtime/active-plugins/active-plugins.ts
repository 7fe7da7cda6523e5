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
  #last: Promise<void> = Promise.resolve();

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Jar file name by application code; empty where the file is missing or empty. */
  async read(): Promise<ReadonlyMap<string, string>> {
    const text = await readFile(join(this.directory, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return parseActivePlugins(text);
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
      const entries = new Map(await this.read());
      apply(entries);
      await this.#write(entries);
    });
    this.#last = change.catch(() => undefined);
    return change;
  }

  async #write(entries: ReadonlyMap<string, string>): Promise<void> {
    const lines = [...entries].sort().map(([appCode, jar]) => `${appCode}=${jar}`);
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

/** @throws ACTIVE_PLUGINS_INVALID for a line that is neither blank, a comment, nor `appCode=jarFileName` */
export function parseActivePlugins(text: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, appCode, jar] = /^([a-z][a-z0-9-]*)\s*=\s*(\S.*)$/.exec(line) ?? [];
    if (!appCode || !jar || basename(jar) !== jar || jar.includes('\\')) {
      throw new PlatformError({
        code: 'ACTIVE_PLUGINS_INVALID',
        message: `Line ${index + 1} of ${FILE} is not appCode=jarFileName: ${line}`,
        fix: 'Correct the line, or delete the file: the highest version of each application then loads.',
      });
    }
    entries.set(appCode, jar);
  }
  return entries;
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

export const ACTIVE_PLUGINS = serviceToken<ActivePlugins>('activePlugins');
