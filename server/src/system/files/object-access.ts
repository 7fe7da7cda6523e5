import { hasPermission, PlatformError, type LoginUser } from '../../kernel/index.ts';
import type { ObjectPlace } from './object-rows.ts';

/**
 * Checks that a user may read an object of their tenant: it is public or their own, or they have
 * the permission named at its upload, or `system:oss:query`. (design 9.8-57)
 *
 * @throws FORBIDDEN (403)
 */
export function assertReadable(place: ObjectPlace, user: LoginUser | undefined): void {
  const { visibility, uploader, permission } = place;
  if (visibility === 'public' || (user && uploader === user.userId)) return;
  if (hasPermission(user, 'system:oss:query') || (permission && hasPermission(user, permission))) return;
  throw new PlatformError({
    code: 'FORBIDDEN',
    status: 403,
    message: `Reading this file needs the permission ${permission ?? 'system:oss:query'}.`,
    fix: 'Ask an administrator for a role with this permission, or the uploader for a link.',
    details: { params: { permission: permission ?? 'system:oss:query' } },
  });
}
