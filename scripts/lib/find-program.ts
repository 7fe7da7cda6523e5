import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';

/** Folders of system programs, which the path of a user often lacks. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** A program of the system, where there is one. */
export function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Installs a program from the system's package manager, where it is missing and that is permitted.
 * Tests that need it are skipped by name without it.
 *
 * @param name of the package
 * @returns whether it was installed now
 */
export async function provideProgram(program: string, name = program): Promise<boolean> {
  if (findProgram(program) || process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    await run('apt-get', ['update', '-qq']);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
    return true;
  } catch {
    return false;
  }
}
