import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { styleText } from 'node:util';
import type { DevelopmentHost } from './development-host.ts';
import { DevelopmentLoop } from './development-loop.ts';
import { eventLines } from './event-lines.ts';
import { watchProject } from './watch-project.ts';
import { watchTypes } from './watch-types.ts';

export interface DevelopOptions {
  /** Of the repository, absolute. */
  readonly root: string;
  /** `plugins/platform-<code>` each, absolute. */
  readonly projects: readonly string[];
  readonly host: DevelopmentHost;
  /** Whether the host is to serve the installed versions again at the end. */
  readonly withdraw: boolean;
  /** Whether types are checked beside. */
  readonly types: boolean;
  /** Whether a changed script is spoken of (true); false where whoever started the loop does. */
  readonly migrations?: boolean;
  readonly line: (text: string) => void;
  /** Ends the loop. */
  readonly signal: AbortSignal;
}

/**
 * Serves projects on a host for development, and again at each change, until `signal` is aborted. (design 3.10)
 * Throws what `DevelopmentHost.check` throws; nothing that a project or a build does ends it.
 */
export async function developPlugins(options: DevelopOptions): Promise<void> {
  const { projects, signal } = options;
  const stopped = new Promise<void>((stop) => {
    if (signal.aborted) stop();
    signal.addEventListener('abort', () => stop(), { once: true });
  });
  const ends: Array<() => Promise<void>> = [];
  try {
    for (const project of projects) ends.push(await developPlugin(project, options));
    await stopped;
  } finally {
    for (const end of ends) await end();
  }
}

/** @returns ends it */
async function developPlugin(projectDir: string, options: DevelopOptions): Promise<() => Promise<void>> {
  const { root, host, withdraw, types, migrations = true, line } = options;
  const { code } = JSON.parse(await readFile(join(projectDir, 'app.json'), 'utf8')) as { code: string };
  await host.check(code);
  const print = (prefix: string) => (text: string) => line(`${styleText('cyan', prefix)} ${text}`);
  const loop = new DevelopmentLoop({
    projectDir,
    root,
    code,
    target: host,
    report: (event) => {
      if (event.kind !== 'migrations' || migrations) print(code)(eventLines(event, root).join('\n'));
    },
  });
  const endWatching = watchProject(projectDir, (path) => loop.change(path));
  await loop.start();
  const endTypes = types ? watchTypes(projectDir, print(`${code} types`)) : undefined;
  return async () => {
    endTypes?.();
    endWatching();
    await loop.settled();
    if (withdraw) await host.withdraw(code);
  };
}
