import { expect, it } from 'vitest';
import { objectOf } from './package-records.ts';

it.each([
  ['oss://7', 7],
  ['oss://9007199254740991', Number.MAX_SAFE_INTEGER],
  ['oss://9007199254740992', undefined],
  ['oss://0', undefined],
  ['oss://-1', undefined],
  ['oss://1.5', undefined],
  ['oss://x', undefined],
  ['oss://', undefined],
  ['http://7', undefined],
  ['7', undefined],
  ['x oss://7', undefined],
])('the object of %s is %s', (address, object) => {
  expect(objectOf(address)).toBe(object);
});
