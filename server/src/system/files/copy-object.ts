import { createHash, type Hash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import type { ObjectStorage } from '../../infra/index.ts';
import { heldStream, PlatformError } from '../../kernel/index.ts';

/**
 * Copies an object to another storage, and reads it there again.
 *
 * @throws OBJECT_COPY_DIFFERS (500) when what is read back is not what was sent; the copy is gone
 */
export async function copyObject(
  key: string,
  type: string,
  from: ObjectStorage,
  to: ObjectStorage,
): Promise<void> {
  const sent = createHash('sha256');
  const read = hashing(sent);
  // A read error fails the write, which then stores nothing.
  pipeline(await from.get(key), read, () => undefined);
  await to.put(key, read, { contentType: type });
  const kept = createHash('sha256');
  for await (const chunk of await to.get(key)) kept.update(chunk as Buffer);
  if (sent.digest('hex') === kept.digest('hex')) return;
  await to.remove(key);
  throw new PlatformError({
    code: 'OBJECT_COPY_DIFFERS',
    status: 500,
    message: `The copy of ${key} differs from the original, and was removed.`,
    fix: 'Test the storage, and move the files again.',
    details: { params: { key } },
  });
}

const hashing = (hash: Hash): Transform =>
  heldStream(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    }),
  );
