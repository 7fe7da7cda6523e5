import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { writeWhole } from './files.ts';

/** Suffixes of the compressed variants beside a file. */
export const VARIANTS = ['.br', '.gz'] as const;

const compressible = new Set('.js .mjs .css .html .json .svg .txt .map .wasm .ttf .otf .eot .ico'.split(' '));
const MIN_BYTES = 1024;
const THOROUGH_BELOW_BYTES = 256 * 1024;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes `.br` and `.gz` beside a file, unless they are larger than it. (design 4.4) */
export async function compress(path: string, content: Buffer): Promise<void> {
  if (content.length < MIN_BYTES || !compressible.has(extname(path).toLowerCase())) return;
  const quality = content.length < THOROUGH_BELOW_BYTES ? 11 : 8;
  const [br, gz] = await Promise.all([
    brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzipped(content, { level: 9 }),
  ]);
  if (br.length < content.length) await writeWhole(`${path}.br`, br);
  if (gz.length < content.length) await writeWhole(`${path}.gz`, gz);
}
