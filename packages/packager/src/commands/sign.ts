import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import {
  SIGNATURE_ENTRY,
  signFiles,
  writeZip,
  ZipArchive,
  type SigningKey,
  type ZipInput,
} from '@platform/package-format';
import {
  describePackage,
  infoFileOf,
  writePackageInfo,
  type PackageInfo,
} from '../application/package-info.ts';
import { parseArguments } from '../cli/arguments.ts';
import { PackagerError } from '../errors.ts';
import { ensureKeys, readSigningKey } from '../keys/key-store.ts';
import { findWorkspace } from '../workspace.ts';
import type { Command } from './command.ts';
import { requirePackages } from './package-arguments.ts';
import { hashEntries } from './verify.ts';

/** `sign <zip>…`: signs unsigned packages in place. */
export const runSign: Command = (context) => signInPlace(context, false);

/**
 * `resign <zip>…`: replaces the signature in place; every other entry keeps its bytes (design
 * 4.2).
 */
export const runResign: Command = (context) => signInPlace(context, true);

const signInPlace = async (
  { args, cwd, output }: Parameters<Command>[0],
  replace: boolean,
): Promise<number> => {
  const { options, positional } = parseArguments({ SigningKey: 'value' } as const, args);
  const { keysDir } = findWorkspace(cwd);
  const key = options.SigningKey
    ? await readSigningKey(resolve(cwd, options.SigningKey))
    : (await ensureKeys(keysDir)).key;
  for (const file of requirePackages(positional, cwd)) {
    await signPackage(file, key, replace);
    output.line(`${basename(file)}: signed with key ${key.keyId}`);
  }
  return 0;
};

async function signPackage(file: string, key: SigningKey, replace: boolean): Promise<void> {
  const archive = await ZipArchive.open(file);
  try {
    if (archive.has(SIGNATURE_ENTRY) && !replace) {
      throw new PackagerError({
        code: 'PACKAGE_SIGNED',
        message: `${basename(file)} is already signed.`,
        fix: 'Use resign to replace its signature.',
      });
    }
    const { code: app, version } = JSON.parse((await archive.read('app.json')).toString('utf8')) as {
      code: string;
      version: string;
    };
    const signature = signFiles({ app, version, files: await hashEntries(archive) }, key);
    const kept = await Promise.all(
      archive.entries
        .filter(({ name }) => name !== SIGNATURE_ENTRY && !name.endsWith('/'))
        .map(async ({ name, method, crc32, size }): Promise<ZipInput> => {
          return { name, content: { packed: await archive.readPacked(name), method, crc32, size } };
        }),
    );
    await writeZip(file, [...kept, { name: SIGNATURE_ENTRY, content: Buffer.from(signature) }]);
    await refreshInfo(file, app, version);
  } finally {
    await archive.close();
  }
}

/** Size and checksums follow the new bytes; when it was built does not change. */
async function refreshInfo(file: string, app: string, version: string): Promise<void> {
  const infoFile = infoFileOf(file);
  if (!existsSync(infoFile)) return;
  const { builtAt } = JSON.parse(await readFile(infoFile, 'utf8')) as PackageInfo;
  await writePackageInfo(file, await describePackage(file, app, version, new Date(builtAt)));
}
