import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Quarantine, Quarantined } from './contract/quarantine.ts';
import { QUARANTINE } from './contract/quarantine.ts';
import { ApplicationLocks } from './lifecycle/application-locks.ts';
import { PluginWorkshop } from './testing/plugin-project.ts';
import { TestHost } from './testing/test-host.ts';

const controller = (code: string): string => `
import { Controller, Get } from '@platform/plugin-sdk/web';
@Controller('/${code}') export class C { @Get('/v') v() { return '${code}'; } }
@Controller('/open/${code}') export class Open { @Get('/v') v() { return '${code}'; } }`;
const first = { 'c.ts': controller('first'), 'index.ts': `export class Offered {}` };
const second = {
  'c.ts': controller('second'),
  'd.ts': `
import { Component } from '@platform/plugin-sdk/core';
import { Offered } from '@plugins/platform-first';
@Component() export class Using { readonly offered = new Offered(); }`,
};

/** A quarantine of one version. */
class OneKeptOut implements Quarantine {
  kept: Quarantined | undefined = {
    appCode: 'first',
    version: '1.0.0',
    since: '2026-11-23T08:00:00.000Z',
    incident: {
      kind: 'crashed',
      at: '2026-11-23T08:00:00.000Z',
      message: 'ended',
      function: 'C.init',
      place: 'platform-first/src/c.ts:3:7',
      durationMs: undefined,
    },
  };
  readonly prepareStart = vi.fn(async () => ({ oneByOne: true }));

  find(appCode: string, version: string): Quarantined | undefined {
    return this.kept?.appCode === appCode && this.kept.version === version ? this.kept : undefined;
  }
  async release(appCode: string, version: string): Promise<void> {
    if (this.find(appCode, version)) this.kept = undefined;
  }
}

let workshop: PluginWorkshop;
beforeAll(async () => {
  workshop = await PluginWorkshop.open();
  await workshop.jar('first', '1.0.0', first);
  await workshop.jar('second', '1.0.0', second);
});
afterAll(() => workshop.close());

it('design 10.3: a version in quarantine is not loaded, answers 503, and comes back by "Load again"', async () => {
  const quarantine = new OneKeptOut();
  const { kept } = quarantine;
  const host = await TestHost.start(
    {
      access: { state: () => 'enabled', tenants: () => ['000000'] },
      modules: [
        {
          name: 'kept out',
          depends: ['plugin-runtime'],
          setup: (ctx) => ctx.provide(QUARANTINE, quarantine),
        },
      ],
    },
    workshop,
  );
  try {
    expect(quarantine.prepareStart).toHaveBeenCalledTimes(1);
    expect(host.runtime.describe('first')).toMatchObject({
      state: 'quarantined',
      quarantine: { incident: { place: 'platform-first/src/c.ts:3:7' } },
    });
    expect(await host.get('/first/v')).toMatchObject({ status: 503, body: { error: 'APP_QUARANTINED' } });
    expect(await host.get('/open/first/v')).toMatchObject({ status: 404 });
    // It degrades as with a missing one.
    expect(await host.get('/second/v')).toMatchObject({ body: { data: 'second' } });
    expect(host.runtime.describe('second')).toMatchObject({
      state: 'loaded',
      skipped: [{ name: expect.stringContaining('Using') as string }],
    });
    expect(host.log.find(({ message }) => message.includes('is in quarantine'))).toMatchObject({
      level: 'error',
    });
    // Another version that fails does not take its place.
    const broken = `${workshop.pluginDir}/platform-first-plugin-1.1.0.jar`;
    await expect(host.runtime.load('first', broken)).rejects.toThrow();
    expect(host.runtime.describe('first')).toMatchObject({
      state: 'quarantined',
      failure: { version: '1.1.0' },
    });
    // Nor does one that fails by order of an operator.
    await expect(host.runtime.load('first', broken, { release: true })).rejects.toThrow();
    expect(host.runtime.describe('first')).toMatchObject({ state: 'quarantined' });
    const jar = `${workshop.pluginDir}/platform-first-plugin-1.0.0.jar`;
    await expect(host.runtime.load('first', jar)).rejects.toMatchObject({ code: 'APP_QUARANTINED' });
    expect(await host.get('/first/v')).toMatchObject({ status: 503 });
    const hold = vi.spyOn(ApplicationLocks.prototype, 'hold');
    await host.runtime.load('first', jar, { release: true });
    // Only those of the start wait for each other.
    expect(hold.mock.calls.map(([codes]) => [...codes()])).toEqual([['first', 'second']]);
    hold.mockRestore();
    expect(host.runtime.describe('first')).toMatchObject({ state: 'loaded', quarantine: undefined });
    expect(await host.get('/first/v')).toMatchObject({ body: { data: 'first' } });
    expect(host.runtime.describe('second')).toMatchObject({ skipped: [] });
    expect(await host.runtime.keepOut('first', jar)).toBe(false);
    // The version it served is found harmful, and a recovery asks for it.
    quarantine.kept = kept;
    expect(await host.runtime.keepOut('first', jar)).toBe(true);
    expect(host.runtime.describe('first')).toMatchObject({ state: 'quarantined' });
    expect(await host.get('/first/v')).toMatchObject({ status: 503, body: { error: 'APP_QUARANTINED' } });
    await expect(host.runtime.prepare('first', jar)).rejects.toMatchObject({ code: 'APP_QUARANTINED' });
    quarantine.kept = undefined;
    const prepared = await host.runtime.prepare('first', jar);
    // It is found harmful while it waits for its switch.
    quarantine.kept = kept;
    await expect(prepared.switch()).rejects.toMatchObject({ code: 'APP_QUARANTINED' });
    await prepared.discard();
  } finally {
    await host.stop({ keepFiles: true });
  }
});
