import { SIGNATURE_ENTRY, ZipArchive, type Inspection } from '@platform/package-format';
import type { PackageContent } from './package-content.ts';

const MIGRATIONS = 'migrations/';
/** Bytes of an icon that is kept beside its version. */
const LONGEST_ICON = 64 * 1024;
const ICON_TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};
/** Say something of the file that was uploaded, or of the host, which may be upgraded; not of what is in it. */
const NOT_OF_CONTENT: readonly string[] = ['PACKAGE_NAME_MISMATCH', 'PLATFORM_RANGE_UNMET'];

/** What a package holds that was inspected. */
export async function readContent(
  file: string,
  accepted: Pick<Inspection, 'entries' | 'findings' | 'manifest'>,
): Promise<PackageContent> {
  const archive = await ZipArchive.open(file);
  try {
    const text = async (name: string): Promise<string> => (await archive.read(name)).toString('utf8');
    const scripts = accepted.entries.filter(
      ({ name }) => name.startsWith(MIGRATIONS) && name.endsWith('.sql'),
    );
    const icon = accepted.entries.find(({ name }) => name === accepted.manifest?.icon);
    const type = icon && ICON_TYPES[/\.([a-z]+)$/i.exec(icon.name)?.[1]?.toLowerCase() ?? ''];
    const isKept = icon !== undefined && type !== undefined && icon.size <= LONGEST_ICON;
    return {
      icon: isKept ? { type, base64: (await archive.read(icon.name)).toString('base64') } : null,
      files: accepted.entries.filter(({ name }) => !name.endsWith('/')),
      scripts: await Promise.all(
        scripts.map(async ({ name }) => ({ name: name.slice(MIGRATIONS.length), text: await text(name) })),
      ),
      signature: archive.has(SIGNATURE_ENTRY) ? await text(SIGNATURE_ENTRY) : null,
      warnings: accepted.findings
        .filter(({ code, entry }) => entry !== SIGNATURE_ENTRY && !NOT_OF_CONTENT.includes(code))
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
