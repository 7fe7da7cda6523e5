import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import {
  DevelopmentHost,
  developPlugins,
  startSandboxProcess,
  type SandboxProcess,
} from '@platform/packager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { PluginWorkshop } from '../src/plugin-runtime/testing/plugin-project.ts';
import { Debugger } from './support/debugger.ts';

const HELPER = 'src/words.ts';
const CONTROLLER = 'src/c.ts';
const controller = (body = 'return greeting();'): string => `
import { Controller, Get } from '@platform/plugin-sdk/web';
import { greeting } from './words.ts';
@Controller('/notes')
export class Notes {
  @Get('/greet')
  greet() {
    ${body}
  }
}
`;
const words = (text: string): string => `export const greeting = (): string => '${text}';\n`;

describe('plugin:dev', () => {
  let workshop: PluginWorkshop;
  let project: string;
  let sandbox: SandboxProcess;
  let inspectPort: number;
  let developing: Promise<void>;
  const stop = new AbortController();
  const lines: string[] = [];

  beforeAll(async () => {
    workshop = await PluginWorkshop.open();
    project = await workshop.project('notes', '1.0.0', { 'c.ts': controller(), 'words.ts': words('first') });
    inspectPort = await freePort();
    sandbox = await startSandboxProcess({
      root: join(import.meta.dirname, '../..'),
      projects: [project],
      port: 0,
      inspect: `127.0.0.1:${inspectPort}`,
      log: 'error',
    });
    developing = developPlugins({
      root: workshop.directory,
      projects: [project],
      host: new DevelopmentHost(sandbox.url, sandbox.token),
      withdraw: false,
      types: false,
      line: (text) => void lines.push(stripVTControlCharacters(text)),
      signal: stop.signal,
    });
    while ((await greet()) !== 'first') await sleep(20);
  });
  afterAll(async () => {
    stop.abort();
    await developing;
    await sandbox.stop();
    await workshop.close();
  });

  const save = (path: string, text: string): Promise<void> => writeFile(join(project, path), text);
  async function greet(): Promise<unknown> {
    const response = await fetch(`${sandbox.url}/notes/greet`, {
      headers: { authorization: `Bearer ${sandbox.token}` },
    });
    return ((await response.json()) as { data?: unknown }).data;
  }

  it('deploys a saved helper file without losing a request, and keeps the last working version after a broken save', async () => {
    const answers = new Set<unknown>();
    let asking = true;
    const client = (async () => {
      while (asking) answers.add(await greet());
    })();
    await save(HELPER, words('second'));
    await expect.poll(greet, { interval: 5 }).toBe('second');
    await save(HELPER, 'export const greeting = = 1;\n');
    await expect.poll(() => lines.join('\n')).toContain('words.ts:1:24');
    expect(await greet()).toBe('second');
    await save(HELPER, words('third'));
    // The client itself: its last question may be older than one that is asked here.
    await expect.poll(() => [...answers], { interval: 5 }).toContain('third');
    asking = false;
    await client;
    expect([...answers]).toEqual(['first', 'second', 'third']);
  });

  it('stops a debugger at a breakpoint in the TypeScript source, also after a swap', async () => {
    await save(CONTROLLER, controller(`const word = greeting();\n    return word + '!';`));
    await expect.poll(greet).toBe('third!');
    const place = { file: join(project, CONTROLLER), line: 9 };
    const session = await Debugger.attach(inspectPort);
    try {
      await session.breakAt(place);
      const answer = greet();
      expect(await session.paused()).toEqual(place);
      await session.resume();
      expect(await answer).toBe('third!');
      const told = lines.length;
      await save(CONTROLLER, controller(`const word = greeting();\n    return word + '?';`));
      await expect.poll(() => lines.slice(told).join('\n')).toContain(`✔ ${CONTROLLER}`);
      const again = greet();
      expect(await session.paused()).toEqual(place);
      await session.resume();
      expect(await again).toBe('third?');
    } finally {
      session.close();
    }
  });
});
