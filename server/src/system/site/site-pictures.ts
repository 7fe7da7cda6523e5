import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { SitePicture, SitePictureUse } from '@platform/host-api';
import { PlatformError } from '../../kernel/index.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { pictureKind } from './picture-kind.ts';

/** Bytes that a picture may have: it is loaded before anybody has logged in. */
const LARGEST: Readonly<Record<SitePictureUse, number>> = {
  logo: 512 * 1024,
  favicon: 128 * 1024,
  backgroundImage: 4 * 1024 * 1024,
};

/**
 * Stores a picture of the site, for everybody who opens its pages.
 *
 * @throws SITE_PICTURE_REFUSED (400) for another kind of file, and for one that is too large
 */
export async function storeSitePicture(
  objects: Pick<ObjectStore, 'upload'>,
  use: SitePictureUse,
  file: { readonly stream: Readable; readonly fileName: string },
): Promise<SitePicture> {
  const largest = LARGEST[use];
  const bytes = await buffer(upTo(file.stream, largest));
  const type = pictureKind(bytes);
  if (!type) throw refused('It is none of these: PNG, JPEG, WebP, GIF, ICO. SVG can hold scripts.');
  const { url } = await objects.upload(bytes, { name: file.fileName, type, visibility: 'public' });
  return { url };
}

async function* upTo(stream: Readable, largest: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > largest) throw refused(`It has more than ${largest / 1024} KiB.`);
    yield chunk;
  }
}

const refused = (why: string): PlatformError =>
  new PlatformError({
    code: 'SITE_PICTURE_REFUSED',
    status: 400,
    message: `The picture cannot be used. ${why}`,
    fix: 'Save it as PNG or WebP, at the size in which it is shown.',
  });
