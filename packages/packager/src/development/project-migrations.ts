import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { PackagerError } from '../errors.ts';
import type { MigrationMode, MigrationTarget, ProjectScript } from './development-host.ts';

export interface ProjectMigrationsOptions {
  readonly code: string;
  /** `plugins/platform-<code>`, absolute. */
  readonly projectDir: string;
  readonly target: MigrationTarget;
  readonly line: (text: string) => void;
  /** Called once scripts have run. */
  readonly onRun?: () => void;
}

/**
 * The migrations of a project on a host for development. (design 5.4)
 *
 * Nothing runs because of a save: a half-written script could not be corrected once it has run.
 */
export class ProjectMigrations {
  readonly #options: ProjectMigrationsOptions;

  constructor(options: ProjectMigrationsOptions) {
    this.#options = options;
  }

  /** Runs the scripts that have not run yet. */
  run(): Promise<void> {
    return this.#call('run', (scripts) => this.#reportRun(scripts));
  }

  /** Removes the data of the application and runs all scripts. */
  reset(): Promise<void> {
    return this.#call('reset', (scripts) => {
      this.#options.line(`${styleText('green', '✔')} removed the data of ${this.#options.code}`);
      this.#reportRun(scripts);
    });
  }

  /** Reports the scripts that have not run yet. */
  look(): Promise<void> {
    return this.#call('look', (pending) => {
      if (pending.length === 0) return;
      this.#options.line(
        `${styleText('yellow', '!')} ${pending.join(', ')} not run yet: type migrate and press Enter`,
      );
    });
  }

  #reportRun(scripts: readonly string[]): void {
    if (scripts.length === 0) return;
    this.#options.line(`${styleText('green', '✔')} ran ${scripts.join(', ')}`);
    this.#options.onRun?.();
  }

  async #call(mode: MigrationMode, report: (scripts: readonly string[]) => void): Promise<void> {
    const { target, code, line } = this.#options;
    try {
      report(await target.putMigrations(code, mode, this.#read()));
    } catch (error) {
      line(`${styleText('red', '✗')} ${explain(error, code)}`);
    }
  }

  #read(): ProjectScript[] {
    const folder = join(this.#options.projectDir, 'migrations');
    if (!existsSync(folder)) return [];
    const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    return names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  }
}

function explain(error: unknown, code: string): string {
  if (!(error instanceof PackagerError)) return `migrations: ${(error as Error).message}`;
  if (error.code !== 'MIGRATION_CHANGED') return `migrations: ${error.message} ${error.fix ?? ''}`.trimEnd();
  const files = (error.details as ReadonlyArray<{ readonly file: string }>).map(({ file }) => file);
  return [
    `${files.join(', ')}: the script has already run with other content.`,
    'Restore the file and put the change into a new script,',
    `or start with empty tables: type reset ${code} and press Enter.`,
  ].join('\n');
}
