import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from './areas.ts';
import { backupInvalid } from './failures.ts';
import { describeFile, filesBelow, unusualEntries } from './file-tree.ts';
import { MANIFEST_FILE, readManifest, type BackupManifest } from './manifest.ts';

/**
 * Checks a backup: every file of its manifest with size and SHA-256, no others, and the pages of
 * the embedded database. (design 11.8-12)
 *
 * @throws BACKUP_INVALID naming the first problem
 */
export async function verifyBackup(folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  const [unusual] = await unusualEntries(folder);
  if (unusual !== undefined) throw backupInvalid(folder, `${unusual} is neither a file nor a folder`);
  const listed = new Set(manifest.files.map(({ path }) => path));
  const unlisted = (await filesBelow(folder)).find((path) => path !== MANIFEST_FILE && !listed.has(path));
  if (unlisted !== undefined) throw backupInvalid(folder, `${unlisted} is not in ${MANIFEST_FILE}`);
  for (const { path, size, sha256 } of manifest.files) {
    const stats = await stat(join(folder, path)).catch(() => undefined);
    if (!stats) throw backupInvalid(folder, `${path} is missing`);
    if (stats.size !== size)
      throw backupInvalid(folder, `${path} has ${stats.size} bytes instead of ${size}`);
    const found = await describeFile(folder, path);
    if (found.sha256 !== sha256) throw backupInvalid(folder, `${path} has another content`);
  }
  if (manifest.database.type === 'sqlite') checkDatabase(folder, listed);
  return manifest;
}

function checkDatabase(folder: string, listed: ReadonlySet<string>): void {
  if (!listed.has(DATABASE_FILE)) throw backupInvalid(folder, `${DATABASE_FILE} is missing`);
  // `immutable` keeps SQLite from adding files to the backup.
  const database = new DatabaseSync(`file:${encodeURI(join(folder, DATABASE_FILE))}?immutable=1`, {
    readOnly: true,
  });
  try {
    const result = database.prepare('pragma integrity_check(1)').get()?.['integrity_check'];
    if (result !== 'ok') throw backupInvalid(folder, `${DATABASE_FILE} is damaged`);
  } finally {
    database.close();
  }
}
