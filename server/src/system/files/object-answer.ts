import type { Readable } from 'node:stream';
import { contentDisposition, OBJECT_POLICY, partOf, type Ctx } from '../../kernel/index.ts';
import { isPicture } from './object-key.ts';
import type { ObjectPlace } from './object-rows.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Answers with an object or the part that is asked for. Pictures may be shown, everything else is
 * saved.
 *
 * @param inline whether pictures may be shown
 * @throws OBJECT_NOT_FOUND (404), OBJECT_RANGE_INVALID (416)
 */
export async function answerObject(
  ctx: Pick<Ctx, 'headers' | 'reply'>,
  store: ObjectStore,
  place: ObjectPlace,
  inline: boolean,
): Promise<Readable> {
  const { name, type, size, etag } = place;
  const tag = `"${(etag ?? `${place.ossId}-${size}`).replaceAll(/[^\w.-]/g, '')}"`;
  const bytes = partOf(ctx, size, tag);
  const content = await store.contentOf(place, bytes);
  const kind = inline && isPicture(type) ? 'inline' : 'attachment';
  const { reply } = ctx;
  reply.header('content-type', type).header('content-disposition', contentDisposition(kind, name));
  reply
    .header('content-security-policy', OBJECT_POLICY)
    .header('cross-origin-resource-policy', 'same-origin');
  reply.header('cache-control', 'private, no-store').header('etag', tag).header('accept-ranges', 'bytes');
  reply.header('content-length', String(bytes ? bytes.end - bytes.start + 1 : size));
  if (bytes) reply.status(206).header('content-range', `bytes ${bytes.start}-${bytes.end}/${size}`);
  return content;
}
