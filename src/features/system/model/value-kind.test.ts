// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { isOf, kindOf } from './value-kind.ts';
import { listOf, textOf } from './value-list.ts';

describe('findings: interface 23: editor of a value by its kind', () => {
  it.each([
    ['true', 'boolean'],
    ['false', 'boolean'],
    ['TRUE', 'text'],
    ['1', 'number'],
    ['-1.5', 'number'],
    ['007', 'text'],
    ['123456789012345678', 'text'],
    ['1e3', 'text'],
    ['{"a": [1]}', 'json'],
    ['[1, 2]', 'json'],
    ['{not json}', 'text'],
    ['', 'text'],
    ['Our site', 'text'],
  ])('%j is %s', (value, kind) => expect(kindOf(value)).toBe(kind));

  it('rejects a text that is not of the kind', () => {
    expect([isOf('number', ''), isOf('number', 'x'), isOf('number', ' 7 ')]).toEqual([false, false, true]);
    expect([isOf('json', '{'), isOf('json', '"a"'), isOf('boolean', 'yes')]).toEqual([false, true, false]);
  });
});

it('design 12: a list of roles is kept as text, each once and without blanks', () => {
  expect(listOf(' admin, ops ,')).toEqual(['admin', 'ops']);
  expect(textOf(['admin', 'ops, dev', 'admin'])).toBe('admin,ops,dev');
  expect(listOf('')).toEqual([]);
});
