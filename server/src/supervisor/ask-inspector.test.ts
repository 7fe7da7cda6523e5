import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { askInspector } from './ask-inspector.ts';

const APPLICATION = 'plugin://demo/service.ts';

/** Asks a process that runs the code of an application without end. */
async function stackOf(code: string) {
  const program = `
    const run = new (require('node:vm').Script)(${JSON.stringify(code)}, { filename: '${APPLICATION}' });
    setTimeout(() => (require('node:fs').writeSync(1, 'running'), run.runInThisContext()));`;
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', '-e', program]);
  const running = once(child.stdout, 'data');
  try {
    const [text] = (await once(child.stderr, 'data')) as [Buffer];
    const [, address = ''] = /(ws:\S+)/.exec(text.toString()) ?? [];
    await running;
    // It is still in the call that said so.
    await pause(100);
    return (await askInspector(address)).frames;
  } finally {
    child.kill('SIGKILL');
  }
}

test.each([
  ['a loop', 'function spin() { for (;;) Math.sqrt(2); } spin();', 'spin'],
  [
    'an endless chain of promises',
    'function chain() { Promise.resolve().then(chain); for (let i = 0; i < 1e3; i++) Math.sqrt(i); } chain();',
    'chain',
  ],
  [
    'ticks that order the next one',
    'function tick() { process.nextTick(tick); for (let i = 0; i < 1e3; i++) Math.sqrt(i); } tick();',
    'tick',
  ],
  [
    'a function that waits without end for what is there',
    'async function wait() { for (;;) await null; } wait();',
    'wait',
  ],
  [
    'a generator whose stream waits for what does not come',
    "const once = async function step() { await null; }; process.getBuiltinModule('node:stream').Readable.from((async function* step() { for (;;) await once(); })()).resume();",
    'step',
  ],
  ['microtasks that order the next one', 'function order() { queueMicrotask(order); } order();', 'order'],
  [
    "the getter of an error's stack, which a pause calls itself",
    "const error = new Error(); Object.defineProperty(error, 'stack', { get: function stuck() { for (;;); } }); error.stack;",
    'stuck',
  ],
  [
    "the getter of an error's message, while its stack is made",
    "const error = new Error(); Object.defineProperty(error, 'message', { get: function stuck() { for (;;); } }); error.stack;",
    'stuck',
  ],
])('design 10.3: finds the function of an application in %s', async (_, code, name) => {
  const found = (await stackOf(code)).find(({ url }) => url === APPLICATION);
  expect(found).toMatchObject({ function: name, line: 1 });
});
