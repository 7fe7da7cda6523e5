import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { backupInvalid } from './failures.ts';

export const MANIFEST_FILE = 'manifest.json';

const FileSchema = Type.Object({
  /** Relative, with `/` between segments. */
  path: Type.String({ pattern: String.raw`^(?!\.?\.?/)(?!.*/\.?\.?/)(?!.*/\.?\.?$)[^\\\0]+$` }),
  /** Bytes. */
  size: Type.Integer({ minimum: 0 }),
  /** Lower-case hexadecimal. */
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

const ManifestSchema = Type.Object({
  format: Type.Literal(1),
  /** ISO 8601, UTC. */
  createdAt: Type.String(),
  platformVersion: Type.String(),
  database: Type.Object({
    type: Type.Union([Type.Literal('sqlite'), Type.Literal('mysql'), Type.Literal('postgres')]),
    /** Name of the last migration of the host's own tables. */
    schema: Type.String(),
    /** Path of a server's dump in the backup; absent where its tool was not installed. */
    dump: Type.Optional(Type.String()),
  }),
  /** Installed applications. */
  applications: Type.Array(
    Type.Object({ tenantId: Type.String(), code: Type.String(), version: Type.String() }),
  ),
  /** Objects that the database names and that were not there. */
  missingObjects: Type.Array(Type.String()),
  /** Whether the secret key of the platform is included. */
  secretKey: Type.Boolean(),
  files: Type.Array(FileSchema),
});

export type BackupManifest = Static<typeof ManifestSchema>;
export type BackupFile = Static<typeof FileSchema>;

/** @throws BACKUP_INVALID without a readable manifest of this format */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch((error: unknown) => {
    throw backupInvalid(folder, `${MANIFEST_FILE} cannot be read`, error);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw backupInvalid(folder, `${MANIFEST_FILE} is not JSON`, error);
  }
  if (Value.Check(ManifestSchema, value)) return value;
  const [first] = Value.Errors(ManifestSchema, value);
  throw backupInvalid(folder, `${MANIFEST_FILE} is not valid at ${first?.instancePath || '/'}`);
}
