import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import {
  parseManifest,
  SIGNATURE_ENTRY,
  verifySignature,
  ZipArchive,
  type SignedFile,
  type SignatureVerdict,
  type TrustedKey,
} from '@platform/package-format';
import { parseArguments } from '../cli/arguments.ts';
import { readTrustedKeys } from '../keys/key-store.ts';
import { findWorkspace } from '../workspace.ts';
import type { Command } from './command.ts';
import { requirePackages } from './package-arguments.ts';

/** `verify <zip>…`: the signature alone. */
export const runVerify: Command = async ({ args, cwd, output }) => {
  const { options, positional } = parseArguments({ PublicKey: 'value' } as const, args);
  const { keysDir } = findWorkspace(cwd);
  const keys = await readTrustedKeys(
    options.PublicKey ? resolve(cwd, options.PublicKey) : `${keysDir}/public.pem`,
  );
  let bad = 0;
  for (const file of requirePackages(positional, cwd)) {
    const { state, keyId, reason } = await verifyPackage(file, keys);
    if (state !== 'signed') bad++;
    output.line(`${basename(file)}: ${state}${keyId ? `, key ${keyId}` : ''}${reason ? `. ${reason}` : ''}`);
  }
  return bad === 0 ? 0 : 1;
};

async function verifyPackage(file: string, trustedKeys: readonly TrustedKey[]): Promise<SignatureVerdict> {
  const archive = await ZipArchive.open(file);
  try {
    const signature = archive.has(SIGNATURE_ENTRY) ? await archive.read(SIGNATURE_ENTRY) : undefined;
    const manifest = archive.has('app.json')
      ? parseManifest(await archive.read('app.json')).manifest
      : undefined;
    return verifySignature({ signature, files: await hashEntries(archive), manifest, trustedKeys });
  } finally {
    await archive.close();
  }
}

/** Every file of the archive with its size and hash, `signature.txt` left out. */
export async function hashEntries(archive: ZipArchive): Promise<SignedFile[]> {
  const files: SignedFile[] = [];
  for (const { name, size } of archive.entries) {
    if (name === SIGNATURE_ENTRY || name.endsWith('/')) continue;
    const sha256 = createHash('sha256')
      .update(await archive.read(name))
      .digest('hex');
    files.push({ path: name, size, sha256 });
  }
  return files;
}
