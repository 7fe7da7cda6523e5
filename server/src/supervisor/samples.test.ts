import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLongRun } from '@platform/package-format/testing';
import { afterEach, expect, it } from 'vitest';
import { askForApplication, takeSamples } from './samples.ts';
import { startScriptedInspector, type ScriptedInspector } from './testing/scripted-inspector.ts';

const SCRIPTS = {
  node: 'node:internal/util',
  host: 'file:///server/main.js',
  application: 'plugin://demo@1.0.0/service.ts',
};
type Script = keyof typeof SCRIPTS;

let inspector: ScriptedInspector | undefined;
afterEach(() => inspector?.close());

/** @param stacks code in which each pause falls; the last one again and again */
async function paused(...stacks: ReadonlyArray<readonly Script[]>): Promise<string> {
  let pauses = 0;
  inspector = await startScriptedInspector(({ id, method }, tell) => {
    if (method === 'Debugger.enable')
      for (const [scriptId, url] of Object.entries(SCRIPTS)) tell('Debugger.scriptParsed', { scriptId, url });
    if (method === 'Debugger.pause') {
      const stack = stacks[Math.min(pauses, stacks.length - 1)] ?? [];
      pauses += 1;
      const frame = (scriptId: Script) => ({
        functionName: scriptId,
        location: { scriptId, lineNumber: pauses, columnNumber: 0 },
      });
      tell('Debugger.paused', { callFrames: stack.map(frame) });
    }
    if (method !== 'Runtime.evaluate') return {};
    return { result: { value: id === 2 ? { stack: '' } : undefined } };
  });
  return inspector.address;
}

it('issue 19: asks again where a pause falls between two callbacks of timers', async () => {
  const address = await paused(['node', 'host'], ['node', 'host'], ['application', 'host']);
  expect((await askForApplication(address)).frames[0]).toMatchObject({ function: 'application' });
});

it('issue 19: answers as at first where no code of an application shows', async () => {
  const address = await paused(['node', 'host'], ['host']);
  expect((await askForApplication(address, 100)).frames).toHaveLength(2);
});

it('issue 19: takes samples that are spread over the time', async () => {
  const address = await paused(['application']);
  const begun = performance.now();
  const samples = await takeSamples(address, 600);
  expect(performance.now() - begun).toBeGreaterThan(500);
  expect(samples).toHaveLength(12);
  expect(new Set(samples.map(({ frames: [frame] }) => frame?.line)).size).toBe(12);
});

// It keeps a core busy for seconds.
it.runIf(isLongRun)('issue 19: takes samples of work in native code, once for each slice', async () => {
  const slice = `function slice() { crypto.pbkdf2Sync('a', 'b', 600_000, 64, 'sha512'); setImmediate(slice); } slice();`;
  const child = spawn(process.execPath, ['--inspect-port=127.0.0.1:0', '-e', slice], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    await sleep(500);
    child.kill('SIGUSR1');
    const [words] = (await once(child.stderr, 'data')) as [Buffer];
    const address = /ws:\S+/.exec(words.toString())?.[0] ?? '';
    const samples = await takeSamples(address, 9_000);
    expect(samples.length).toBeGreaterThanOrEqual(3);
    for (const { frames } of samples) expect(frames.map((frame) => frame.function)).toContain('slice');
  } finally {
    child.kill('SIGKILL');
  }
});
