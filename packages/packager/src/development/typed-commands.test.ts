import { PassThrough } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { executeTyped, readTyped } from './typed-commands.ts';

let done: string[];
const application = (code: string) => ({
  async run() {
    // Slower than a reset: that waits for it.
    await new Promise((resolve) => setImmediate(resolve));
    done.push(`run ${code}`);
  },
  reset: async () => void done.push(`reset ${code}`),
});
const applications = new Map(['notes', 'member'].map((code) => [code, application(code)]));
const line = (text: string): void => void done.push(text);
beforeEach(() => {
  done = [];
});

it.each([
  ['migrate', ['run notes', 'run member']],
  ['  migrate   member ', ['run member']],
  ['reset notes', ['reset notes']],
  ['', []],
])('%j does %j', async (typed, expected) => {
  await executeTyped(typed, applications, line);
  expect(done).toEqual(expected);
});

it.each([
  ['reset', /^migrate \[<code>…\] runs new scripts, reset <code>/],
  ['help', /^migrate \[<code>…\] runs new scripts/],
  ['reset other', /^"other" is not being developed here\. Applications: notes, member\.$/],
])('%j changes nothing and gets a reply', async (typed, answer) => {
  await executeTyped(typed, applications, line);
  expect(done).toEqual([expect.stringMatching(answer)]);
});

it('executes lines in order until it is closed', async () => {
  const input = new PassThrough();
  const close = readTyped(input, applications, line);
  input.write('migrate notes\nreset member\n');
  await expect.poll(() => done).toEqual(['run notes', 'reset member']);
  close();
  input.write('migrate\n');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(done).toHaveLength(2);
});
