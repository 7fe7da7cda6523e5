import { afterEach, expect, it } from 'vitest';
import { askInspector } from './ask-inspector.ts';
import { startScriptedInspector, type ScriptedInspector } from './testing/scripted-inspector.ts';

/**
 * Where a pause of a running process falls is chance: ask-inspector.test.ts asks real processes.
 * Here each pause falls where it finds least.
 */
const NODE = '1';
const APPLICATION = '2';
const SCRIPTS = { [NODE]: 'node:internal/process/task_queues', [APPLICATION]: 'plugin://demo/service.ts' };
const FRAMES = {
  node: [{ functionName: 'processTicks', location: { scriptId: NODE, lineNumber: 80, columnNumber: 0 } }],
  application: [
    { functionName: 'step', location: { scriptId: APPLICATION, lineNumber: 0, columnNumber: 9 } },
  ],
};
const STACK =
  'Error\n    at Error.stuck [as stack] (plugin://demo/service.ts:1:5)\n    at plugin://demo/service.ts:2:1';

let inspector: ScriptedInspector | undefined;
afterEach(() => inspector?.close());

/** @param found code in which the pause falls that a call brings about; undefined for no pause */
async function asked(found: (call: string, pauses: number) => keyof typeof FRAMES | undefined) {
  let pauses = 0;
  inspector = await startScriptedInspector(({ id, method }, tell) => {
    if (method === 'Debugger.enable')
      for (const [scriptId, url] of Object.entries(SCRIPTS)) tell('Debugger.scriptParsed', { scriptId, url });
    const code = found(method, pauses);
    if (code !== undefined) {
      pauses += 1;
      tell('Debugger.paused', { callFrames: FRAMES[code] });
    }
    if (method !== 'Runtime.evaluate') return {};
    return { result: { value: id === 2 ? { stack: STACK } : undefined } };
  });
  const { frames } = await askInspector(inspector.address);
  return frames.map(({ function: name }) => name);
}

it('design 10.3: goes on for as long as each pause falls on code of Node', async () => {
  const found = await asked((call, pauses) => {
    if (call !== 'Debugger.pause' && call !== 'Debugger.resume' && call !== 'Debugger.stepInto') return;
    return pauses < 5 ? 'node' : 'application';
  });
  expect(found).toEqual(['step']);
});

it('design 10.3: steps into what Node calls, since a pause after going on falls there again', async () => {
  const found = await asked((call) => {
    if (call === 'Debugger.pause') return 'node';
    return call === 'Debugger.stepInto' ? 'application' : undefined;
  });
  expect(found).toEqual(['step']);
});

it('design 10.3: leaves the files of Node out of what follows', async () => {
  let isLeftOut = false;
  const found = await asked((call) => {
    if (call === 'Debugger.setBlackboxPatterns') isLeftOut = true;
    if (call !== 'Debugger.pause' && call !== 'Debugger.stepInto') return;
    return isLeftOut ? 'application' : 'node';
  });
  expect(found).toEqual(['step']);
});

it('design 10.3: answers with the stack beneath where no pause comes', async () => {
  expect(await asked(() => undefined)).toEqual(['stuck', '']);
});

it('design 10.3: answers with code of Node where nothing else comes within a second', async () => {
  const found = await asked((call) => (call === 'Debugger.pause' ? 'node' : undefined));
  expect(found).toEqual(['processTicks']);
});
