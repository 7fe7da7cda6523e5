import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { ApiFailure, type ApiClient } from '@platform/cli';
import { inRoot } from '../lib/paths.ts';

/** Editors write a file in several steps. */
const TOGETHER_MS = 50;

export interface ProjectMigrationsOptions {
  readonly code: string;
  readonly api: Pick<ApiClient, 'put'>;
  readonly line: (text: string) => void;
  /** Default: the application's `migrations`. */
  readonly folder?: string;
}

/** The scripts of a project on the development host: what is new runs when it is asked for, what was changed is told. */
export class ProjectMigrations {
  readonly #options: ProjectMigrationsOptions;
  readonly #folder: string;

  constructor(options: ProjectMigrationsOptions) {
    this.#options = options;
    this.#folder = options.folder ?? inRoot(`plugins/platform-${options.code}/migrations`);
  }

  /** Runs what has not run yet, and says so. */
  run(): Promise<void> {
    return this.#tell('run', (ran) => this.#ran(ran));
  }

  /** Removes what the application keeps, and runs all of its scripts. */
  reset(): Promise<void> {
    return this.#tell('reset', (ran) => {
      this.#options.line(`${styleText('green', '✔')} what ${this.#options.code} kept is gone`);
      this.#ran(ran);
    });
  }

  /** Says at each change what it means; runs nothing, as a script may not be finished. @returns how to end it */
  follow(): () => void {
    if (!existsSync(this.#folder)) return () => {};
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const watcher = watch(this.#folder, () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void this.#look(), TOGETHER_MS);
    });
    watcher.on('error', ({ message }) => this.#options.line(`migrations: ${message}`));
    return () => {
      clearTimeout(waiting);
      watcher.close();
    };
  }

  #look(): Promise<void> {
    return this.#tell('look', (pending) => {
      if (pending.length === 0) return;
      const which = `${pending.join(', ')} ${pending.length === 1 ? 'has' : 'have'} not run`;
      this.#options.line(`${styleText('yellow', '!')} ${which}: type migrate here, and Enter`);
    });
  }

  #ran(scripts: readonly string[]): void {
    if (scripts.length > 0) this.#options.line(`${styleText('green', '✔')} ran ${scripts.join(', ')}`);
  }

  async #tell(mode: 'look' | 'run' | 'reset', done: (scripts: readonly string[]) => void): Promise<void> {
    const { api, code, line } = this.#options;
    try {
      const path = `/platform/development/migrations/${code}`;
      const { scripts } = await api.put<{ scripts: string[] }>(path, { mode, scripts: this.#read() });
      done(scripts);
    } catch (error) {
      line(`${styleText('red', '✗')} ${reasonOf(error, code)}`);
    }
  }

  #read(): Array<{ name: string; text: string }> {
    if (!existsSync(this.#folder)) return [];
    const names = readdirSync(this.#folder).filter((name) => name.endsWith('.sql'));
    return names.map((name) => ({ name, text: readFileSync(join(this.#folder, name), 'utf8') }));
  }
}

function reasonOf(error: unknown, code: string): string {
  if (!(error instanceof ApiFailure)) return `migrations: ${(error as Error).message}`;
  if (error.code !== 'MIGRATION_CHANGED') return `${error.reason} ${error.fix ?? ''}`;
  const files = (error.details as ReadonlyArray<{ readonly file: string }>)
    .map(({ file }) => file)
    .join(', ');
  return [
    `${files}: has run already, as another text.`,
    'Put it back as it was and write the change into a new script;',
    `or begin with empty tables: type reset ${code} here, and Enter`,
  ].join('\n');
}
