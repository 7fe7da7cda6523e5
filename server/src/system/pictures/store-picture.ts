import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { StoredObject } from '@platform/plugin-sdk/oss';
import { PlatformError, type Ctx } from '../../kernel/index.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { pictureKind } from './picture-kind.ts';

interface PictureRules {
  /** Bytes that it may have. */
  readonly largest: number;
  /** Media types that it may have; none: all of {@link pictureKind}. */
  readonly kinds?: readonly string[];
  /** Makes the error of a picture that cannot be used. */
  readonly refused: (why: string) => PlatformError;
}

/**
 * Stores the picture of a form, for everybody who has its address.
 *
 * @throws FILE_MISSING (400), and what `refused` makes of another kind of file and of one that is
 *   too large
 */
export async function storePicture(
  ctx: Pick<Ctx, 'files'>,
  objects: Pick<ObjectStore, 'upload'>,
  rules: PictureRules,
): Promise<StoredObject> {
  for await (const file of ctx.files()) {
    // Awaited within the loop: leaving it closes the form.
    const bytes = await buffer(upTo(file.stream, rules));
    const type = pictureKind(bytes);
    if (!type || (rules.kinds && !rules.kinds.includes(type))) {
      throw rules.refused('Its content is of another kind. SVG can hold scripts.');
    }
    return await objects.upload(bytes, { name: file.fileName, type, visibility: 'public' });
  }
  throw new PlatformError({
    code: 'FILE_MISSING',
    status: 400,
    message: 'The form has no file.',
    fix: 'Send the file as the field `file` of a multipart form.',
  });
}

async function* upTo(stream: Readable, { largest, refused }: PictureRules): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > largest) throw refused(`It has more than ${largest / 1024} KiB.`);
    yield chunk;
  }
}
