import { parseArgs } from 'node:util';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { explain } from './steps.ts';

const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => printed.mockClear());
afterAll(() => printed.mockRestore());

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test.each(['--prot=1', '-x', 'stray'])('names a wrong option, %s, without a stack', (argument) => {
  explain(thrownBy(() => parseArgs({ args: [argument], options: { port: { type: 'string' } } })));
  expect(printed.mock.calls.join()).toMatch(/^\n✗ [^\n]+'[^\n]+'[^\n]*\n {2}--help lists the options\.$/);
});

test('prints an error with its fix', () => {
  explain(Object.assign(new Error('The key is missing.'), { fix: 'Make one.' }));
  expect(printed).toHaveBeenCalledWith('\n✗ The key is missing.\n  Make one.');
});

test('prints an unexpected error with its stack', () => {
  const error = new Error('Odd.');
  explain(error);
  expect(printed).toHaveBeenCalledWith(error);
});
