import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  generateKeyPair,
  loadPrivateKey,
  loadPublicKey,
  signFiles,
  writeZip,
  type TrustedKey,
} from '@platform/package-format';

/** A signed package and the key that it was signed with. */
export interface BenchPackage {
  readonly file: string;
  readonly key: TrustedKey;
  /** The same key in PEM form. */
  readonly publicKey: string;
}

const PICTURES = 170;
const PICTURE_SIZE = 2 ** 20;
const FILM_SIZE = 12 * 2 ** 20;
const SCRIPTS = 400;

/** A frontend package of about 190 MB: media that do not compress, and hundreds of scripts. */
export function writeLargePackage(folder: string): Promise<BenchPackage> {
  const files = new Map<string, Buffer>([['frontend/intro.webm', randomBytes(FILM_SIZE)]]);
  for (let at = 0; at < PICTURES; at++) files.set(`frontend/picture-${at}.png`, randomBytes(PICTURE_SIZE));
  for (let at = 0; at < SCRIPTS; at++) files.set(`frontend/assets/chunk-${at}.js`, script(at));
  return writePackage(folder, 'large', files);
}

export function writeSmallPackage(folder: string): Promise<BenchPackage> {
  const files = new Map([['frontend/assets/chunk.js', script(0).subarray(0, 2000)]]);
  return writePackage(folder, 'small', files);
}

/** A frontend-only package of about so many megabytes that do not compress. */
export function writeSizedPackage(
  folder: string,
  code: string,
  megabytes: number,
  pair: KeyPair,
): Promise<BenchPackage> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at < megabytes; at++) files.set(`frontend/picture-${at}.png`, randomBytes(PICTURE_SIZE));
  return writePackage(folder, code, files, pair);
}

type KeyPair = ReturnType<typeof generateKeyPair>;

async function writePackage(
  folder: string,
  code: string,
  further: ReadonlyMap<string, Buffer>,
  pair: KeyPair = generateKeyPair(),
): Promise<BenchPackage> {
  const version = '1.0.0';
  const files = new Map<string, Buffer>([
    ['app.json', Buffer.from(JSON.stringify(manifestOf(code, version)))],
    ['frontend/index.js', Buffer.from('const get = () => {}; const init = () => {}; export { get, init };')],
    [
      'frontend/remote.json',
      Buffer.from(JSON.stringify({ formatVersion: 1, code, version, views: ['list'] })),
    ],
    ...further,
  ]);
  const signed = [...files].map(([path, bytes]) => {
    return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
  const signature = signFiles({ app: code, version, files: signed }, loadPrivateKey(pair.privateKey));
  files.set('signature.txt', Buffer.from(signature));
  const file = join(folder, `${code}-${version}.zip`);
  await writeZip(
    file,
    [...files].map(([name, content]) => ({ name, content })),
  );
  return { file, key: loadPublicKey(pair.publicKey), publicKey: pair.publicKey };
}

const manifestOf = (code: string, version: string): object => ({
  code,
  name: code,
  version,
  assets: { frontend: 'frontend/index.js' },
  menus: [{ key: `${code}:p`, type: 'C', name: 'P', path: 'p', component: `remote:${code}/list` }],
});

/** About 60 kB that compress to a third, like a built script. */
function script(seed: number): Buffer {
  const lines = Array.from({ length: 700 }, (_, line) => {
    const name = createHash('md5').update(`${seed}.${line}`).digest('hex').slice(0, 14);
    return `const ${name} = defineComponent({ name: '${name}', setup: (props) => () => h('div', props) });`;
  });
  return Buffer.from(lines.join('\n'));
}
