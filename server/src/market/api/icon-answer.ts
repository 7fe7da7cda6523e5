import type { PackageContent } from '@platform/host-api';
import { PlatformError, type Ctx } from '../../kernel/index.ts';

/** Keeps scripts in an icon from running. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

/** Answers with an application's icon. @throws FILE_NOT_FOUND (404) when its version has none */
export function answerIcon(
  { reply }: Pick<Ctx, 'reply'>,
  appCode: string,
  icon: PackageContent['icon'],
): Buffer {
  if (!icon) {
    throw new PlatformError({
      code: 'FILE_NOT_FOUND',
      status: 404,
      message: `${appCode} has no icon.`,
    });
  }
  reply.header('content-type', icon.type).header('content-security-policy', POLICY);
  reply.header('cross-origin-resource-policy', 'same-origin').header('cache-control', 'private, max-age=300');
  return Buffer.from(icon.base64, 'base64');
}
