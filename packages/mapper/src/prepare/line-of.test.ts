import { expect, it } from 'vitest';
import { lineOf } from './line-of.ts';

const XML = [
  '<mapper namespace="n">',
  '<select id="a">',
  'select itel from x where itel_2 = $itel',
  '<if test="b">',
  'and Titel = 1',
  'or itel = 2',
  '</if></select>',
  '<update id="b">',
  'update x set only = 1',
  '</update></mapper>',
].join('\n');

it.each<[string, number, number | undefined, string | undefined, number]>([
  ['the line of the statement', 2, undefined, undefined, 2],
  ['the line of the part', 2, 4, undefined, 4],
  ['the line of the part, without a name', 2, 4, '', 4],
  ['the first line of the statement with the name', 2, undefined, 'itel', 3],
  ['the first line of the part with the name', 2, 4, 'itel', 6],
  ['a name in any case', 2, undefined, 'tITEL', 5],
  ['a name before the part', 2, 4, 'itel_2', 3],
  ['the part, for a name of no line', 2, 4, 'gone', 4],
  ['the statement, for a name of the next statement', 2, undefined, 'only', 2],
  ['the last statement', 8, undefined, 'only', 9],
  ['a name with signs', 2, undefined, 'a.b(c', 2],
  ['the line of its own element', 2, undefined, 'id', 2],
])('a finding is at %s', (_what, statement, part, name, expected) => {
  expect(lineOf(XML, statement, part, name)).toBe(expected);
});

it('a finding is in the first line of a file that is one line', () => {
  expect(lineOf('<mapper><select id="a">select x</select></mapper>', 1, undefined, 'x')).toBe(1);
});
