import { ApiError } from '@/shared/http';

/** spec: Limits, package size. Bytes. */
export const packageLimit = 200 * 1024 * 1024;

type Words = (key: string) => string;

/**
 * Refuses at once what the server would refuse after the whole upload: a name without `.zip`, an
 * empty file, one over the limit.
 */
export function refuseAtOnce(file: Pick<File, 'name' | 'size'>, t: Words): ApiError | undefined {
  const refusal = (code: string, words: string) =>
    new ApiError({
      code,
      status: 0,
      message: t(`console.refusal.${words}.message`),
      fix: t(`console.refusal.${words}.fix`),
    });
  if (!file.name.toLowerCase().endsWith('.zip')) return refusal('PACKAGE_NOT_ZIP', 'notZip');
  if (file.size > packageLimit) return refusal('PACKAGE_TOO_LARGE', 'tooLarge');
  return file.size === 0 ? refusal('PACKAGE_NOT_ZIP', 'empty') : undefined;
}
