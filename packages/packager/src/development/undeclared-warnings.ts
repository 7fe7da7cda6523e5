import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { styleText } from 'node:util';
import type { AppManifest } from '@platform/package-format';
import { undeclaredNames } from '../application/check-names.ts';
import { readPluginProject, readSources } from '../compile/plugin-project.ts';

export interface UndeclaredWarningsOptions {
  /** `plugins/platform-<code>`, absolute. */
  readonly projectDir: string;
  readonly line: (text: string) => void;
}

/**
 * Warns while a project is developed of the permissions and tables that packaging would warn of.
 * Each warning is printed once, and again only if it returns.
 */
export class UndeclaredWarnings {
  readonly #options: UndeclaredWarningsOptions;
  #told: ReadonlySet<string> = new Set();

  constructor(options: UndeclaredWarningsOptions) {
    this.#options = options;
  }

  async look(): Promise<void> {
    const { projectDir, line } = this.#options;
    const said = await warningsOf(projectDir);
    if (said === undefined) return;
    [...said].filter((text) => !this.#told.has(text)).forEach(line);
    this.#told = said;
  }
}

/** Undefined while a file cannot be read: the build reports that. */
async function warningsOf(projectDir: string): Promise<ReadonlySet<string> | undefined> {
  try {
    const manifest = JSON.parse(await readFile(join(projectDir, 'app.json'), 'utf8')) as AppManifest;
    const sources = await readSources(await readPluginProject(projectDir));
    const findings = undeclaredNames(sources, join(projectDir, 'migrations'), manifest);
    return new Set(findings.map(({ message, fix }) => `${styleText('yellow', '!')} ${message}\n  ${fix}`));
  } catch {
    return undefined;
  }
}
