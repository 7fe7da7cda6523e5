import { PlatformError, type Ctx } from '../../kernel/index.ts';
import type { PackageContent } from '../versions/package-content.ts';

/** Whatever an icon holds, nothing of it runs. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Answers with an application's own icon. @throws FILE_NOT_FOUND (404) where its version has none */
export function answerIcon(
  { reply }: Pick<Ctx, 'reply'>,
  appCode: string,
  icon: PackageContent['icon'],
): Buffer {
  if (!icon) {
    throw new PlatformError({
      code: 'FILE_NOT_FOUND',
      status: 404,
      message: `${appCode} has no icon of its own.`,
    });
  }
  reply.header('content-type', icon.type).header('content-security-policy', POLICY);
  reply.header('cross-origin-resource-policy', 'same-origin').header('cache-control', 'private, max-age=300');
  return Buffer.from(icon.base64, 'base64');
}
