import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { styleText } from 'node:util';
import type { DevelopmentHost } from './development-host.ts';
import { DevelopmentLoop } from './development-loop.ts';
import { eventLines } from './event-lines.ts';
import { ManifestSync } from './manifest-sync.ts';
import { ProjectMigrations } from './project-migrations.ts';
import { readTyped } from './typed-commands.ts';
import { UndeclaredWarnings } from './undeclared-warnings.ts';
import { watchProject } from './watch-project.ts';
import { watchTypes } from './watch-types.ts';

export interface DevelopOptions {
  /** Root of the repository, absolute. */
  readonly root: string;
  /** `plugins/platform-<code>` each, absolute. */
  readonly projects: readonly string[];
  readonly host: DevelopmentHost;
  /** Serve the installed versions again at the end. */
  readonly withdraw: boolean;
  /** Check types in a second process. */
  readonly types: boolean;
  /**
   * Keep menus and migrations of the installed applications in step with the projects, and execute
   * `migrate` and `reset` from this input. Leave it out for a sandbox, which has no marketplace.
   */
  readonly input?: NodeJS.ReadableStream;
  /** Run pending migrations and report changed ones (default: true). */
  readonly migrations?: boolean;
  readonly line: (text: string) => void;
  /** Ends the loop. */
  readonly signal: AbortSignal;
}

/** A project in the loop. */
interface DevelopedProject {
  readonly code: string;
  readonly migrations: ProjectMigrations;
  close(): Promise<void>;
}

/**
 * Serves projects on a host for development, and again after each change, until `signal` aborts.
 * (design 3.10)
 *
 * Throws what `DevelopmentHost.check` throws. A failed build does not end the loop.
 */
export async function developPlugins(options: DevelopOptions): Promise<void> {
  const { projects, signal, input, line } = options;
  const stopped = new Promise<void>((stop) => {
    if (signal.aborted) stop();
    signal.addEventListener('abort', () => stop(), { once: true });
  });
  const developed: DevelopedProject[] = [];
  let stopReading: (() => void) | undefined;
  try {
    for (const project of projects) developed.push(await developPlugin(project, options));
    if (input) {
      const targets = new Map(developed.map(({ code, migrations }) => [code, migrations]));
      stopReading = readTyped(input, targets, line);
    }
    await stopped;
  } finally {
    stopReading?.();
    for (const project of developed) await project.close();
  }
}

async function developPlugin(projectDir: string, options: DevelopOptions): Promise<DevelopedProject> {
  const { root, host, withdraw, types, line } = options;
  const { code } = JSON.parse(await readFile(join(projectDir, 'app.json'), 'utf8')) as { code: string };
  await host.check(code);
  const print = (prefix: string) => (text: string) => line(`${styleText('cyan', prefix)} ${text}`);
  const common = { code, projectDir, target: host, line: print(code) };
  const manifest = new ManifestSync(common);
  const migrations = new ProjectMigrations({ ...common, onRun: () => loop.retry() });
  const undeclared = new UndeclaredWarnings(common);
  const installed = options.input !== undefined;
  const reportMigrations = options.migrations ?? true;
  const loop = new DevelopmentLoop({
    projectDir,
    root,
    code,
    target: host,
    report: (event) => {
      if (event.kind === 'served') void undeclared.look();
      if (event.kind !== 'migrations') return print(code)(eventLines(event, root).join('\n'));
      if (!reportMigrations) return;
      if (installed) void migrations.look();
      else print(code)(eventLines(event, root).join('\n'));
    },
  });
  const hasBackend = existsSync(join(projectDir, 'src'));
  const endWatching = watchProject(projectDir, (path) => {
    if (installed && path === 'app.json') manifest.change();
    if (hasBackend || path.startsWith('migrations/')) loop.change(path);
  });
  if (installed && reportMigrations) await migrations.run();
  if (hasBackend) await loop.start();
  if (installed) await manifest.sync();
  const endTypes = types && hasBackend ? watchTypes(projectDir, print(`${code} types`)) : undefined;
  return {
    code,
    migrations,
    close: async () => {
      endTypes?.();
      endWatching();
      manifest.close();
      await loop.settled();
      if (withdraw && hasBackend) await host.withdraw(code);
    },
  };
}
