import { existsSync, readdirSync, watch, type FSWatcher } from 'node:fs';
import { basename, join, relative } from 'node:path';

const OUTSIDE = /^(node_modules|target|dist|\..*)$/;
/** Files that editors write beside a file for a moment, and Vim's test of a folder. */
const TEMPORARY = /^4913$|~$|\.(swp|swx|tmp|bak)$|___jb_\w+___$/;

const isIgnored = (name: string): boolean => OUTSIDE.test(name) || TEMPORARY.test(name);

/**
 * Reports every change in a project, and every file of a new folder.
 *
 * Each folder has its own watcher: recursive watching misses files that an editor replaces, and
 * watching libraries drop changes in quick succession, as from a formatter.
 * @param onChange receives the path relative to the project, separated by `/`
 * @returns stops watching
 */
export function watchProject(projectDir: string, onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const tell = (path: string): void => onChange(relative(projectDir, path).replaceAll('\\', '/'));
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const changed = (folder: string, name: string | null): void => {
    if (name === null || isIgnored(name)) return;
    const path = join(folder, name);
    const exists = existsSync(path);
    // A folder reports itself under its own name, as if it contained itself.
    if (!exists && name === basename(folder)) return;
    if (!exists) forget(path);
    if (!add(path, true)) tell(path);
  };
  /** @returns whether it is a folder */
  const add = (path: string, isNew: boolean): boolean => {
    const entries = entriesOf(path);
    if (entries === undefined) return false;
    if (!watchers.has(path)) {
      try {
        const watcher = watch(path, (_event, name) => changed(path, name));
        watchers.set(
          path,
          watcher.on('error', () => forget(path)),
        );
      } catch {
        // Removed since it was listed.
        return false;
      }
    }
    for (const name of entries) {
      if (isIgnored(name)) continue;
      const child = join(path, name);
      if (!watchers.has(child) && !add(child, isNew) && isNew) tell(child);
    }
    return true;
  };
  add(projectDir, false);
  return () => {
    for (const folder of [...watchers.keys()]) forget(folder);
  };
}

function entriesOf(path: string): string[] | undefined {
  try {
    return readdirSync(path);
  } catch {
    return undefined;
  }
}
