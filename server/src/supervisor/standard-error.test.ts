import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StandardError } from './standard-error.ts';

const INSPECTOR = 'Debugger listening on ws://127.0.0.1:9/a\nFor help, see: https://nodejs.org/x\n';

let stream: PassThrough;
let standardError: StandardError;
let passed: string;
beforeEach(() => {
  passed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    passed += String(text);
    return true;
  });
  stream = new PassThrough();
  standardError = new StandardError(stream);
});
afterEach(() => void vi.restoreAllMocks());

async function write(text: string): Promise<void> {
  stream.write(text);
  await new Promise((turn) => setImmediate(turn));
}

it('is passed on, and its end is kept', async () => {
  await write('first\n');
  await write('x'.repeat(32_768));
  expect(passed).toHaveLength(32_774);
  expect(standardError.tail).toBe('x'.repeat(32_768));
});

it('has no lines of the inspector once the supervisor has opened that', async () => {
  await write(INSPECTOR);
  expect(passed).toBe(INSPECTOR);
  standardError.hideInspector();
  expect(standardError.tail).toBe('');
  await write(`${INSPECTOR}own line\n`);
  expect(passed).toBe(`${INSPECTOR}own line\n`);
  // The supervisor reads them.
  expect(standardError.tail).toContain('ws://127.0.0.1:9/a');
});

it('is searched for what was written, and for what will be', async () => {
  await write('before\n');
  expect((await standardError.find(/before/, 1_000))?.[0]).toBe('before');
  const found = standardError.find(/on (\S+)\n/, 1_000);
  await write('on a');
  await write('b\n');
  expect((await found)?.[1]).toBe('ab');
  expect(await standardError.find(/never/, 10)).toBeUndefined();
});
