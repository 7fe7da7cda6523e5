import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot, root } from './lib/paths.ts';

it('no component has code outside of its blocks, where the compiler drops it without a word', () => {
  const patterns = ['src/**/*.vue', 'packages/*/src/**/*.vue', 'plugins/*/**/*.vue'];
  const exclude = ['**/node_modules/**', '**/dist/**'];
  const files = globSync(patterns, { cwd: root, exclude });
  expect(files.length).toBeGreaterThan(100);
  const block = /^<(script|template|style)\b[^>]*>[^]*?^<\/\1>|^<script\b[^>]*><\/script>|<!--[^]*?-->/gm;
  const outside = (file: string) => readFileSync(inRoot(file), 'utf8').replace(block, '').trim();
  expect(files.filter((file) => outside(file) !== '')).toEqual([]);
});
