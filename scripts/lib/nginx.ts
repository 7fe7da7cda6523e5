import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';

/** Folders of system programs, which the path of a user often lacks. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** The system's nginx, where there is one. */
export function findNginx(): string | undefined {
  return FOLDERS.map((folder) => join(folder, 'nginx')).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Provides nginx: the installed one; else one from the system's package manager where that is
 * permitted. Tests that need it are skipped by name without one.
 */
export async function provideNginx(): Promise<boolean> {
  if (findNginx() || process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    await run('apt-get', ['update', '-qq']);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nginx-light'], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
    return true;
  } catch {
    return false;
  }
}
