import { describe, expect, it } from 'vitest';
import { checkJarIndex } from './check-jar-index.ts';
import type { JarIndex } from './check-jar-permissions.ts';

const expected = {
  entry: 'backend/notes.jar',
  prefix: 'com.platform.notes.',
  names: new Set(['com/platform/notes/Item.js', 'com/other/Item.js', 'mapper/item.xml', 'main.js']),
};
const item = { name: 'com.platform.notes.Item', file: 'com/platform/notes/Item.js' };
const found = (part: Partial<JarIndex>, text = JSON.stringify(part)) =>
  checkJarIndex(text, { formatVersion: 1, code: 'notes', version: '1.0.0', ...part }, expected).map(
    ({ code, message }) => [code, message],
  );

describe('the index of a jar', () => {
  it('may name what the jar contains', () => {
    expect(found({ classes: [item], mappers: ['mapper/item.xml'], main: 'main.js' })).toEqual([]);
  });

  it.each<[string, Partial<JarIndex>]>([
    ['class', { classes: [{ name: item.name, file: 'com/platform/notes/Gone.js' }] }],
    ['module', { modules: [{ file: 'com/platform/notes/Gone.js' }] }],
    ['mapper', { mappers: ['com/platform/notes/Gone.js'] }],
    ['entry', { main: 'com/platform/notes/Gone.js' }],
  ])('names no missing %s', (_, index) => {
    expect(found(index)).toEqual([
      ['JAR_INDEX_INVALID', expect.stringContaining('"com/platform/notes/Gone.js"') as string],
    ]);
  });

  it('lists no file and no class of another package', () => {
    expect(found({ classes: [{ name: 'com.other.Item', file: 'com/other/Item.js' }] })).toEqual([
      ['JAR_FOREIGN_CLASS', expect.stringContaining('"com/other/Item.js"') as string],
      ['JAR_FOREIGN_CLASS', expect.stringContaining('com.other.Item is outside') as string],
    ]);
  });

  it('lists a class once, and each key once', () => {
    expect(found({ classes: [item, item] })).toEqual([
      ['JAR_INDEX_INVALID', expect.stringContaining('a class twice') as string],
    ]);
    expect(found({ classes: [item] }, '{"main":"a","main":"b"}')).toEqual([
      ['JAR_INDEX_INVALID', expect.stringContaining('/main twice') as string],
    ]);
  });
});
