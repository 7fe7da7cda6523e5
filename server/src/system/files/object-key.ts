import { randomBytes } from 'node:crypto';

/** A key that cannot be guessed: `<tenant>/<year>/<month>/<day>/<128 random bits>.<extension>`. */
export function createObjectKey(tenantId: string, name: string, now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '/');
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase();
  const random = randomBytes(16).toString('hex');
  return `${tenantId}/${day}/${random}${extension ? `.${extension}` : ''}`;
}

const LONGEST_NAME = 200;

/** The file's name without folders and control characters, short enough to be stored. */
export function displayName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const printable = last.replaceAll(/\p{Cc}/gu, '').trim();
  return printable === '' ? 'file' : printable.slice(-LONGEST_NAME);
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const RUNS_IN_BROWSERS = /html|javascript|ecmascript|\bxml$/;

/**
 * The type that a file is stored with. What browsers would run on the platform's own address is
 * stored as mere bytes; SVG images keep their type, since they are saved wherever they are opened.
 */
export function storedType(type: string | undefined): string {
  const plain = type?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!MEDIA_TYPE.test(plain) || RUNS_IN_BROWSERS.test(plain)) {
    return plain === 'image/svg+xml' ? plain : 'application/octet-stream';
  }
  return plain;
}

const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/;

/** Types that browsers may show as a page. SVG is a document, not an image. (design 11.8-17) */
export function isPicture(type: string): boolean {
  return PICTURE.test(type);
}
