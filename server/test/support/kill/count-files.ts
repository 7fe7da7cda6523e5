import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { effects, replaceMethods } from './effects.ts';

/** Counts every change of a file. What `rm` removes of a folder is counted one by one. */
export async function countFileChanges(): Promise<void> {
  const changes = [
    'rename',
    'writeFile',
    'unlink',
    'rmdir',
    'mkdir',
    'copyFile',
    'cp',
    'truncate',
    'symlink',
  ];
  const counted = (holder: object, names: readonly string[]): void =>
    replaceMethods(
      holder,
      names,
      (original, name) =>
        function (...args) {
          effects.before(() => `${name} ${String(args[0])}`);
          return original.apply(this, args);
        },
    );
  counted(fs.promises, changes);
  counted(
    fs,
    changes.map((name) => `${name}Sync`),
  );
  counted(fs, ['createWriteStream']);
  const paths = new WeakMap<object, string>();
  replaceMethods(
    fs.promises,
    ['open'],
    (original) =>
      async function (...args) {
        const path = String(args[0]);
        if (typeof args[1] === 'string' && args[1] !== 'r') effects.before(() => `open ${path}`);
        const handle = (await original.apply(this, args)) as object;
        paths.set(handle, path);
        return handle;
      },
  );
  const handle = await fs.promises.open(process.execPath);
  replaceMethods(
    Object.getPrototypeOf(handle) as object,
    ['writeFile', 'truncate'],
    (original, name) =>
      function (...args) {
        effects.before(() => `${name} ${paths.get(this as object) ?? ''}`);
        return original.apply(this, args);
      },
  );
  await handle.close();
  replaceMethods(fs.promises, ['rm'], () => (path) => remove(String(path)));
  syncBuiltinESMExports();
}

/** As `rm` with `recursive` and `force` does. */
async function remove(path: string): Promise<void> {
  const { lstat, readdir, rmdir, unlink } = fs.promises;
  const found = await lstat(path).catch(() => undefined);
  if (!found) return;
  if (!found.isDirectory()) return unlink(path);
  for (const name of await readdir(path)) await remove(join(path, name));
  await rmdir(path);
}
