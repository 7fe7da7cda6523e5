import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readSigningKey } from '@platform/packager';
import { signFiles, writeZip, ZipArchive } from '@platform/package-format';
import { inRoot } from '../../../scripts/lib/paths.ts';

export type PackageFiles = Map<string, Buffer>;

export interface Repack {
  /** Changes the content before it is signed. */
  readonly before?: (files: PackageFiles) => void;
  /** Changes it after that, so that the signature no longer fits. */
  readonly after?: (files: PackageFiles) => void;
  /** Puts every entry under another name. */
  readonly rename?: (path: string) => string;
}

/** Unpacks a good package and packs it again, changed and signed with the trusted key. */
export async function repack(
  source: string,
  directory: string,
  name: string,
  changes: Repack,
): Promise<string> {
  const files: PackageFiles = new Map();
  const archive = await ZipArchive.open(source);
  for (const entry of archive.entries) files.set(entry.name, await archive.read(entry.name));
  await archive.close();
  files.delete('signature.txt');
  changes.before?.(files);
  files.set('signature.txt', Buffer.from(await signatureOf(files)));
  changes.after?.(files);
  const target = join(directory, name);
  const rename = changes.rename ?? ((path: string): string => path);
  await writeZip(
    target,
    [...files].map(([path, content]) => ({ name: rename(path), content })),
  );
  return target;
}

async function signatureOf(files: PackageFiles): Promise<string> {
  const key = await readSigningKey(inRoot('plugins/keys/private.pem'));
  const covered = [...files].map(([path, content]) => ({
    path,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  return signFiles({ app: 'hello', version: '1.0.0', files: covered }, key);
}
