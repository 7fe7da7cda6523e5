import { beforeEach, expect, it } from 'vitest';
import { carryOut } from './commands.ts';

let done: string[];
const application = (code: string) => ({
  run: async () => void done.push(`run ${code}`),
  reset: async () => void done.push(`reset ${code}`),
});
const applications = new Map(['notes', 'member'].map((code) => [code, application(code)]));
beforeEach(() => {
  done = [];
});

it.each([
  ['migrate', ['run notes', 'run member']],
  ['  migrate   member ', ['run member']],
  ['reset notes', ['reset notes']],
  ['', []],
])('%j does %j', async (typed, expected) => {
  await carryOut(typed, applications, (text) => void done.push(text));
  expect(done).toEqual(expected);
});

it.each([
  ['reset', /^migrate runs new scripts, reset <code>/],
  ['help', /^migrate runs new scripts/],
  ['reset other', /^There is no other here: notes, member\.$/],
])('%j touches nothing and is answered', async (typed, answer) => {
  await carryOut(typed, applications, (text) => void done.push(text));
  expect(done).toEqual([expect.stringMatching(answer)]);
});
