import { describe, expect, it } from 'vitest';
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

  it('is not known in native code: those at work are suspects', async () => {
    const found = await facts({});
    expect(found).toMatchObject({ suspects: ['crm', 'shop'] });
    expect(found.application).toBeUndefined();
  });

  it('is nobody where the process was killed from outside', async () => {
    expect(await facts({ kind: 'killed' })).toMatchObject({ kind: 'killed', suspects: [] });
  });
});
