import type { ParsedPackage } from '@platform/host-api';
import { ApiError } from '@/shared/http';

/** spec: Limits, package size. Bytes. */
export const packageLimit = 200 * 1024 * 1024;

type Words = (key: string, values?: Record<string, unknown>) => string;

/**
 * Refuses at once what the server would refuse after the whole upload: a name without `.zip`, an
 * empty file, one over the limit, one that is no archive.
 */
export async function refuseAtOnce(
  file: Pick<File, 'name' | 'size' | 'slice'>,
  t: Words,
): Promise<ApiError | undefined> {
  const refusal = (code: string, words: string) =>
    new ApiError({
      code,
      status: 0,
      message: t(`console.refusal.${words}.message`),
      fix: t(`console.refusal.${words}.fix`),
    });
  if (!file.name.toLowerCase().endsWith('.zip')) return refusal('PACKAGE_NOT_ZIP', 'notZip');
  if (file.size > packageLimit) return refusal('PACKAGE_TOO_LARGE', 'tooLarge');
  if (file.size === 0) return refusal('PACKAGE_NOT_ZIP', 'empty');
  // A file that cannot be read here is left to the server.
  const begin = await file
    .slice(0, 2)
    .text()
    .catch(() => 'PK');
  return begin === 'PK' ? undefined : refusal('PACKAGE_NOT_ZIP', 'noArchive');
}

/** The refusal of a version that is saved already, before anything is typed for it. */
export function versionTaken({ name, version }: Pick<ParsedPackage, 'name' | 'version'>, t: Words): ApiError {
  return new ApiError({
    code: 'VERSION_EXISTS',
    status: 409,
    message: t('console.refusal.versionExists.message', { name, version }),
    fix: t('console.refusal.versionExists.fix'),
  });
}
