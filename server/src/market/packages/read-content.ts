import type { PackageContent } from '@platform/host-api';
import { SIGNATURE_ENTRY, ZipArchive, type Inspection } from '@platform/package-format';

const MIGRATIONS = 'migrations/';
/** Largest recorded icon in bytes. */
const MAX_ICON_BYTES = 64 * 1024;
const ICON_TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};
/** Findings about the file name or the host, not about the content. */
const UNRECORDED_FINDINGS: readonly string[] = ['PACKAGE_NAME_MISMATCH', 'PLATFORM_RANGE_UNMET'];

/** Reads the content of an inspected package. */
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
    const isKept = icon !== undefined && type !== undefined && icon.size <= MAX_ICON_BYTES;
    return {
      icon: isKept ? { type, base64: (await archive.read(icon.name)).toString('base64') } : null,
      files: accepted.entries.filter(({ name }) => !name.endsWith('/')),
      scripts: await Promise.all(
        scripts.map(async ({ name }) => ({ name: name.slice(MIGRATIONS.length), text: await text(name) })),
      ),
      signature: archive.has(SIGNATURE_ENTRY) ? await text(SIGNATURE_ENTRY) : null,
      warnings: accepted.findings
        .filter(({ code, entry }) => entry !== SIGNATURE_ENTRY && !UNRECORDED_FINDINGS.includes(code))
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
