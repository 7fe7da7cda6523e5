import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeZip } from '@platform/package-format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StackFrame, WorkerIncident } from '../../supervisor/index.ts';
import { ActivePlugins } from '../active-plugins/active-plugins.ts';
import { factsOf } from './former-incidents.ts';

const frame = (name: string, url: string): StackFrame => ({ function: name, url, line: 3, column: 5 });
const host = frame('query', 'file:///opt/platform/server/dist/lib/run.js');

describe('design 10.7-10: the culprit of an earlier process', () => {
  const plugins = new ActivePlugins('/nowhere');
  const facts = (change: Partial<WorkerIncident>) =>
    factsOf(
      {
        kind: 'blocked',
        message: 'It was blocked.',
        at: '2026-01-31T12:00:00.000Z',
        worker: 1,
        pid: 7,
        durationMs: 1_000,
        frames: [],
        underWay: undefined,
        inside: undefined,
        atWork: ['crm', 'shop'],
        ...change,
      },
      plugins,
    );

  it('is the application of the innermost frame, with the outermost as caller', async () => {
    const frames = [
      host,
      frame('spin', 'plugin://shop@1.2.0/service.js'),
      host,
      frame('list', 'plugin://crm@2.0.0/controller.js'),
    ];
    expect(await facts({ frames, underWay: { application: 'crm', requestId: 'r-1' } })).toMatchObject({
      application: 'shop',
      version: '1.2.0',
      function: 'spin',
      // Without the jar, the place in the code that ran.
      place: 'plugin://shop@1.2.0/service.js:3:5',
      caller: 'plugin://crm@2.0.0/controller.js:3:5',
      requestId: 'r-1',
      durationMs: 1_000,
    });
  });

  it('is the application of the request under way where only the host has frames', async () => {
    const found = await facts({ frames: [host], underWay: { application: 'crm', requestId: undefined } });
    expect(found).toMatchObject({ application: 'crm', function: 'query', place: `${host.url}:3:5` });
  });

  it('has the place of a file where compiled code runs, as that of a schema', async () => {
    const underWay = { application: 'crm', requestId: undefined };
    const compiled = frame('validate0', '');
    const found = await facts({ frames: [compiled, host], underWay });
    expect(found).toMatchObject({ application: 'crm', function: 'query', place: `${host.url}:3:5` });
    const alone = await facts({ frames: [compiled], underWay });
    expect(alone).toMatchObject({ application: 'crm', function: 'validate0' });
    expect(alone.place).toBeUndefined();
  });

  it('is not known in native code: those at work are suspects', async () => {
    const found = await facts({});
    expect(found).toMatchObject({ suspects: ['crm', 'shop'] });
    expect(found.application).toBeUndefined();
  });

  it('is nobody where the process was killed from outside', async () => {
    expect(await facts({ kind: 'killed' })).toMatchObject({ kind: 'killed', suspects: [] });
  });

  it('is named without a function or a caller where the frames tell none', async () => {
    const alone = await facts({ frames: [host, frame('', 'plugin://shop@1.2.0/service.js')] });
    expect(alone).toMatchObject({ application: 'shop', place: 'plugin://shop@1.2.0/service.js:3:5' });
    expect([alone.function, alone.caller]).toEqual([undefined, undefined]);
    const ofHost = await facts({
      frames: [frame('', host.url)],
      underWay: { application: 'crm', requestId: 'r' },
    });
    expect(ofHost).toMatchObject({ application: 'crm', requestId: 'r' });
    expect(ofHost.function).toBeUndefined();
  });

  it.each([
    ['a request without frames', { frames: [], underWay: { application: 'crm', requestId: 'r' } }],
    ['frames without a request', { frames: [host], underWay: undefined }],
    [
      "frames in a request of the host's own",
      { frames: [host], underWay: { application: undefined, requestId: 'r' } },
    ],
    ['frames of no version', { frames: [frame('x', 'plugin://shop/service.js')], underWay: undefined }],
  ])('is not known by %s', async (_what, change) => {
    const found = await facts(change);
    expect(found).toMatchObject({ suspects: ['crm', 'shop'] });
    expect(found.application).toBeUndefined();
  });

  describe('with its jar', () => {
    let folder: string;
    const jar = 'platform-shop-plugin-1.2.0.jar';
    const later = 'platform-shop-plugin-1.3.0.jar';
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'former-incidents-'));
      const map = { version: 3, sources: ['platform-shop/src/service.ts'], names: [], mappings: ';;AAQI' };
      for (const file of [jar, later])
        await writeZip(join(folder, file), [
          { name: 'service.js', content: Buffer.from('a\nb\nc') },
          { name: 'service.js.map', content: Buffer.from(JSON.stringify(map)) },
        ]);
    });
    afterAll(() => rm(folder, { recursive: true }));
    const placeWith = async (active: string): Promise<string | undefined> => {
      await writeFile(join(folder, 'active-plugins.txt'), `shop=${active}\n`);
      const { place } = await factsOf(
        {
          ...{ kind: 'blocked', message: 'x', at: '2026-01-31T12:00:00.000Z', worker: 1, pid: 7 },
          ...{ durationMs: 1, underWay: undefined, inside: undefined, atWork: [] },
          frames: [frame('spin', 'plugin://shop@1.2.0/service.js')],
        },
        new ActivePlugins(folder),
      );
      return place;
    };

    it('has its place in the sources, while that version is installed', async () => {
      expect(await placeWith(jar)).toBe('platform-shop/src/service.ts:9:5');
      expect(await placeWith(later)).toBe('plugin://shop@1.2.0/service.js:3:5');
    });

    it('has its place in the code that ran where the jar is damaged', async () => {
      await writeFile(join(folder, jar), 'no archive');
      expect(await placeWith(jar)).toBe('plugin://shop@1.2.0/service.js:3:5');
    });
  });

  it('design 10.7-4: is the application inside whose turn native code does not answer', async () => {
    const culprit = await facts({ inside: 'shop' });
    expect(culprit).toMatchObject({ application: 'shop' });
    expect(culprit).not.toHaveProperty('place');
    expect(culprit.suspects).toBeUndefined();
    // A stack says more: the host itself is at work.
    expect(await facts({ inside: 'shop', frames: [host] })).toMatchObject({ suspects: ['crm', 'shop'] });
  });
});
