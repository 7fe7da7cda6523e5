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

test.each(['--prot=1', '-x', 'stray'])('a wrong option, %s, is named without a stack', (argument) => {
  explain(thrownBy(() => parseArgs({ args: [argument], options: { port: { type: 'string' } } })));
  expect(printed.mock.calls.join()).toMatch(/^\n✗ [^\n]+'[^\n]+'[^\n]*\n {2}--help lists the options\.$/);
});

test('an error with a fix is printed with it', () => {
  explain(Object.assign(new Error('The key is missing.'), { fix: 'Make one.' }));
  expect(printed).toHaveBeenCalledWith('\n✗ The key is missing.\n  Make one.');
});

test('an error that nobody expected is shown whole', () => {
  const error = new Error('Odd.');
  explain(error);
  expect(printed).toHaveBeenCalledWith(error);
});
