import type { Database } from '../../data/index.ts';
import { PlatformError, requestContext, type Ctx, type LoginUser } from '../../kernel/index.ts';
import { isPicture } from '../files/object-key.ts';
import type { ObjectPlace, ObjectRows } from '../files/object-rows.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { storePicture } from '../pictures/store-picture.ts';
import { found } from '../shared/failures.ts';

/** The shell sends 256 by 256 pixels, of which this is several times more. */
const LARGEST = 256 * 1024;
const KINDS = ['image/png', 'image/jpeg', 'image/webp'];
const ADDRESS = /^\/prod-api\/system\/user\/avatar\/([^/]+)\/(\d{1,16})$/;

interface AvatarParts {
  readonly database: Database;
  readonly rows: ObjectRows;
  readonly objects: Pick<ObjectStore, 'upload' | 'remove'>;
}

/**
 * Pictures of people: public objects, whose address is that of a host route, so that it stays when
 * files move to another storage. (design 16-20)
 */
export class Avatars {
  readonly #parts: AvatarParts;

  constructor(parts: AvatarParts) {
    this.#parts = parts;
  }

  /**
   * Replaces the own picture.
   *
   * @returns its address
   * @throws AVATAR_REFUSED (400)
   */
  async replace(user: LoginUser, form: Pick<Ctx, 'files'>): Promise<string> {
    const { ossId } = await storePicture(form, this.#parts.objects, {
      largest: LARGEST,
      kinds: KINDS,
      refused,
    });
    const avatar = `/prod-api/system/user/avatar/${encodeURIComponent(user.tenantId)}/${ossId}`;
    await this.#write(user, avatar);
    return avatar;
  }

  remove(user: LoginUser): Promise<void> {
    return this.#write(user, null);
  }

  /** @throws OBJECT_NOT_FOUND (404) also for what is no public picture */
  async find(tenantId: string, ossId: number): Promise<ObjectPlace> {
    const { rows } = this.#parts;
    const place = await requestContext.runAs(tenantId, () => rows.get(ossId));
    if (place.visibility === 'public' && isPicture(place.type)) return place;
    throw new PlatformError({
      code: 'OBJECT_NOT_FOUND',
      status: 404,
      message: `The picture ${ossId} does not exist.`,
      fix: 'Its owner may have replaced it. Reload the page.',
    });
  }

  /** The former picture is removed once nothing refers to it. */
  async #write(user: LoginUser, avatar: string | null): Promise<void> {
    const { database, rows, objects } = this.#parts;
    const own = database.query.selectFrom('sys_user').where('user_id', '=', user.userId);
    const { avatar: former } = found(await own.select('avatar').executeTakeFirst(), 'user');
    await database.query.updateTable('sys_user').set({ avatar }).where('user_id', '=', user.userId).execute();
    const ossId = Number(ADDRESS.exec(former ?? '')?.[2] ?? 0);
    const place = ossId > 0 ? await rows.find(ossId) : undefined;
    // Anything can have been written as the address: only an own picture is removed for it.
    if (place?.uploader === user.userId && place.visibility === 'public') await objects.remove(ossId);
  }
}

const refused = (why: string): PlatformError =>
  new PlatformError({
    code: 'AVATAR_REFUSED',
    status: 400,
    message: `The picture cannot be used: PNG, JPEG and WebP can. ${why}`,
    fix: 'Choose a photo or a drawing in one of these formats.',
  });
