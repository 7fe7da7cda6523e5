import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sourceFrame } from './source-frame.ts';

it('draws the line of the source, whatever module was compiled', () => {
  const folder = mkdtempSync(join(tmpdir(), 'source-frame-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'List.vue');
  writeFileSync(file, "<script setup>\n\nimport { a } from './b.ts';\n</script>\n");
  const expected = expect.stringMatching(/3 \| import \{ a \} from '\.\/b\.ts';\n\s*\| {19}\^/) as string;
  expect(sourceFrame({ id: `${file}?vue`, loc: { line: 3, column: 18 } })).toEqual(expected);
  expect(sourceFrame({ loc: { file, line: 3, column: 18 } })).toEqual(expected);
});

it('draws nothing without a position or a file', () => {
  expect(sourceFrame({ id: '/List.vue' })).toBeUndefined();
  expect(sourceFrame({ id: '\0virtual:entry', loc: { line: 1, column: 0 } })).toBeUndefined();
});
