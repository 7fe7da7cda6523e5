import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HOSTILE_PACKAGES, hostileArchive, publicKey } from '@platform/package-format/corpus';

/**
 * Writes every hostile package to a folder, with the key that signed them and the finding that must
 * refuse each: `npm run corpus -- --out <folder>`, then
 * `npm run package -- check -PublicKey <folder>/public.pem <folder>/*.zip`.
 */
const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (values.out === undefined) throw new Error('Name the folder: npm run corpus -- --out <folder>');
const folder = values.out;
await mkdir(folder, { recursive: true });
const expected: Record<string, string> = {};
for (const one of Object.values(HOSTILE_PACKAGES).flat()) {
  const { bytes, fileName } = hostileArchive(one);
  // A name that is itself wrong ends as it must.
  const ending = fileName.replace(/^hello-1\.0\.0/, '');
  const file = `${one.name.replaceAll(/[^\w.-]/g, '_')}${ending}`;
  await writeFile(join(folder, file), bytes);
  expected[file] = one.code;
}
await writeFile(join(folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
await writeFile(join(folder, 'public.pem'), publicKey);
console.log(`${Object.keys(expected).length} packages in ${folder}`);
