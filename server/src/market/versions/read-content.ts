import { SIGNATURE_ENTRY, ZipArchive, type Inspection } from '@platform/package-format';
import type { PackageContent } from './package-content.ts';

const MIGRATIONS = 'migrations/';
/** Says something of a file that was uploaded, not of what is in it. */
const OF_FILE_NAME = 'PACKAGE_NAME_MISMATCH';

/** What a package holds that was inspected. */
export async function readContent(
  file: string,
  accepted: Pick<Inspection, 'entries' | 'findings'>,
): Promise<PackageContent> {
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
        .map(({ code, message, entry, fix }) => ({
          code,
          message,
          ...(entry === undefined ? {} : { entry }),
          ...(fix === undefined ? {} : { fix }),
        })),
    };
  } finally {
    await archive.close();
  }
}
