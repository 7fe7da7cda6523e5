import { expect, it } from 'vitest';
import { isSameSurface } from './same-surface.ts';

const declared =
  'declare const list: {\n  emit: (to: "asc" | "desc") => void;\n};\n\nexport type A = string;';

it('ignores the order of union members', () => {
  expect(isSameSurface(declared, declared.replace('"asc" | "desc"', '"desc" | "asc"'))).toBe(true);
});

it('ignores the kind of quotes', () => {
  expect(isSameSurface(declared, declared.replaceAll('"', "'"))).toBe(true);
});

it.each([
  ['another type', declared.replace('string', 'number')],
  ['an optional member', declared.replace('emit:', 'emit?:')],
  ['a member less', declared.replace('| "desc"', '')],
  ['another order of declarations', declared.split('\n\n').reverse().join('\n\n')],
])('detects %s', (_change, changed) => {
  expect(isSameSurface(declared, changed)).toBe(false);
});
