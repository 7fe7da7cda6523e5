import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { compressAssets } from './vite-compress.ts';

it('writes .br and .gz beside text files that shrink enough', async () => {
  const root = await mkdtemp(join(tmpdir(), 'vite-compress-'));
  try {
    await writeFile(
      join(root, 'index.html'),
      `<!doctype html><script type="module" src="/main.js"></script>`,
    );
    await writeFile(join(root, 'main.js'), `document.title = ${JSON.stringify('word '.repeat(400))};`);
    await build({ root, logLevel: 'silent', configFile: false, plugins: [compressAssets()] });
    const files = await readdir(join(root, 'dist/assets'));
    const script = files.find((file) => file.endsWith('.js')) ?? '';
    const plain = await readFile(join(root, 'dist/assets', script));
    expect(brotliDecompressSync(await readFile(join(root, 'dist/assets', `${script}.br`)))).toEqual(plain);
    expect(gunzipSync(await readFile(join(root, 'dist/assets', `${script}.gz`)))).toEqual(plain);
    expect(await readdir(join(root, 'dist'))).not.toContain('index.html.br');
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
