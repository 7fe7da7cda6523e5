import { expect, it } from 'vitest';
import { findJsonDoubts } from './strict-json.ts';

it.each([
  ['{"a": 1, "a": 2}', 'MANIFEST_KEY_TWICE', '/a'],
  ['{"a": 1, "\\u0061": 2}', 'MANIFEST_KEY_TWICE', '/a'],
  ['[1, {"b": {"a/b": 1, "a/b": 2}}]', 'MANIFEST_KEY_TWICE', '/1/b/a~1b'],
  ['{"list": [{}, {"__proto__": 1}]}', 'MANIFEST_KEY_RESERVED', '/list/1/__proto__'],
])('%s is ambiguous', (text, code, pointer) => {
  expect(findJsonDoubts(text)).toMatchObject([{ code, pointer }]);
});

it('accepts equal keys of different objects, and equal texts', () => {
  expect(findJsonDoubts('{"a": {"a": ["a", "a"]}, "b": [{"a": 1}, {"a": 2}]}')).toEqual([]);
});
