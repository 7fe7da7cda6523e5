import { SIGNATURE_ENTRY, ZipArchive } from '@platform/package-format';
import { Type, type Static } from '../../kernel/index.ts';
import type { AcceptedPackage } from './package-inspector.ts';

/** What a plan needs to know of a package, without the package. */
export const packageContentSchema = Type.Object({
  files: Type.Array(
    Type.Object({
      name: Type.String(),
      /** Bytes, unpacked. */
      size: Type.Integer({ minimum: 0 }),
      sha256: Type.String(),
    }),
  ),
  /** Migration scripts by file name. */
  scripts: Type.Array(Type.Object({ name: Type.String(), text: Type.String() })),
  /** Text of `signature.txt`; null where the package has none. */
  signature: Type.Union([Type.String(), Type.Null()]),
  /** What the inspector noted besides the signature, which is judged anew each time. */
  warnings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
});

export type PackageContent = Static<typeof packageContentSchema>;

const MIGRATIONS = 'migrations/';
/** Says something of a file that was uploaded, not of what is in it. */
const OF_FILE_NAME = 'PACKAGE_NAME_MISMATCH';

/** Of a package that was inspected. */
export async function readContent(file: string, accepted: AcceptedPackage): Promise<PackageContent> {
  const archive = await ZipArchive.open(file);
  try {
    const text = async (name: string): Promise<string> => (await archive.read(name)).toString('utf8');
    const scripts = accepted.entries.filter(
      ({ name }) => name.startsWith(MIGRATIONS) && name.endsWith('.sql'),
    );
    return {
      files: accepted.entries.filter(({ name }) => !name.endsWith('/')),
      scripts: await Promise.all(
        scripts.map(async ({ name }) => ({ name: name.slice(MIGRATIONS.length), text: await text(name) })),
      ),
      signature: archive.has(SIGNATURE_ENTRY) ? await text(SIGNATURE_ENTRY) : null,
      warnings: accepted.findings
        .filter(({ code, entry }) => entry !== SIGNATURE_ENTRY && code !== OF_FILE_NAME)
        .map(({ code, message }) => ({ code, message })),
    };
  } finally {
    await archive.close();
  }
}
