import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { inRoot } from './lib/paths.ts';
import { run } from './lib/run.ts';
import { explain, step } from './lib/steps.ts';

const images = inRoot('docs/images');
const limitBytes = 150 * 1000;
/** Pictures of the documents by the names of those that the end-to-end run takes. */
const pictures = {
  'market.png': 'market-light-wide-en.png',
  'hello-list.png': 'hello-list-light-wide-en.png',
};

try {
  await step('Take the pictures', async () => {
    const config = inRoot('e2e/playwright.config.ts');
    const wanted = 'pictures in en of (market|hello-list)$';
    await run('playwright', ['test', '--config', config, '--reporter', 'line', '--grep', wanted]);
  });
  mkdirSync(images, { recursive: true });
  for (const [name, source] of Object.entries(pictures)) copyPicture(name, source);
} catch (error) {
  explain(error);
  process.exit(1);
}

function copyPicture(name: string, source: string): void {
  const file = inRoot('e2e/screenshots', source);
  const { size } = statSync(file);
  if (size > limitBytes)
    throw new Error(`${name} has ${size} bytes; a document's picture has ${limitBytes}.`);
  copyFileSync(file, inRoot('docs/images', name));
  process.stdout.write(`  docs/images/${name} ${(size / 1000).toFixed(0)} kB\n`);
}
