import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { incidentOf } from '../supervisor/incident-of.ts';

/** The last words of a process that ends by code of a file. */
async function lastWordsOf(filename: string, code: string): Promise<string> {
  const program = `
    const { printStackOfExit } = await import(${JSON.stringify(import.meta.resolve('./print-stack-of-exit.ts'))});
    printStackOfExit();
    const { Script } = await import('node:vm');
    new Script(${JSON.stringify(code)}, { filename: ${JSON.stringify(filename)} }).runInThisContext();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  return text(child.stderr);
}

const ended = { worker: 1, pid: 7, code: 3, signal: null, isRefusal: false, servedMs: 1_000 } as const;
const framesOf = (lastWords: string) =>
  incidentOf({ ...ended, atWork: [], loading: [], inside: undefined, lastWords }, undefined).frames;
const CODE = 'function leave() { Error.stackTraceLimit = 0; process.exit(3); }\nleave();';

it('issue 19: an exit that an application calls has the place of it', async () => {
  const [first, second] = framesOf(await lastWordsOf('plugin://shop@1.0.0/main.js', CODE)).filter(({ url }) =>
    url.startsWith('plugin:'),
  );
  expect(first).toMatchObject({ function: 'leave', url: 'plugin://shop@1.0.0/main.js', line: 1 });
  expect(second).toMatchObject({ line: 2 });
});

it('issue 19: an exit of the host says nothing', async () => {
  expect(await lastWordsOf('/host/main.js', CODE)).toBe('');
});
