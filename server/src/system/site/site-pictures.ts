import type { SitePicture, SitePictureUse } from '@platform/host-api';
import { PlatformError, type Ctx } from '../../kernel/index.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { storePicture } from '../pictures/store-picture.ts';

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
  ctx: Pick<Ctx, 'files'>,
  objects: Pick<ObjectStore, 'upload'>,
  use: SitePictureUse,
): Promise<SitePicture> {
  const { url } = await storePicture(ctx, objects, { largest: LARGEST[use], refused });
  return { url };
}

const refused = (why: string): PlatformError =>
  new PlatformError({
    code: 'SITE_PICTURE_REFUSED',
    status: 400,
    message: `The picture cannot be used: PNG, JPEG, WebP, GIF and ICO can. ${why}`,
    fix: 'Save it as PNG or WebP, at the size in which it is shown.',
  });
