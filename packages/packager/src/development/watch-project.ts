import { existsSync, readdirSync, watch, type FSWatcher } from 'node:fs';
import { basename, join, relative } from 'node:path';

const OUTSIDE = /^(node_modules|target|dist|\..*)$/;

/**
 * Tells of every change in a project, path relative to it and `/` separated; of a folder that appears, of each file in it.
 * One watcher for each folder: watching recursively misses files that an editor replaces, and libraries that watch drop
 * changes that follow one another quickly, as a formatter's do.
 * @returns ends the watching
 */
export function watchProject(projectDir: string, onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const tell = (path: string): void => onChange(relative(projectDir, path).replaceAll('\\', '/'));
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const changed = (folder: string, name: string | null): void => {
    if (name === null || OUTSIDE.test(name)) return;
    const path = join(folder, name);
    const exists = existsSync(path);
    // A folder tells of itself by its own name, as if it lay in itself.
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
        // Gone since it was listed.
        return false;
      }
    }
    for (const name of entries) {
      if (OUTSIDE.test(name)) continue;
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
