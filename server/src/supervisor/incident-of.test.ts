import { describe, expect, it } from 'vitest';
import { culpritsOf, incidentOf } from './incident-of.ts';
import type { Death } from './worker.ts';

const death = (change: Partial<Death>): Death => ({
  worker: 1,
  pid: 7,
  code: null,
  signal: null,
  isRefusal: false,
  servedMs: 1,
  atWork: ['shop'],
  loading: [],
  inside: undefined,
  lastWords: '',
  ...change,
});

/** As Node 24 prints it. */
const ABORTED = `----- Native stack trace -----

 1: 0x931db0  [node]

----- JavaScript stack trace -----

1: die (plugin://shop@1.0.0/main.js:1:54)
2: plugin://shop@1.0.0/main.js:4:83
3: listOnTimeout (node:internal/timers:685:17)

`;

describe('the end of a worker', () => {
  it('by an abort has the frames that Node prints', () => {
    const incident = incidentOf(death({ signal: 'SIGABRT', lastWords: ABORTED }), undefined);
    expect(incident).toMatchObject({ kind: 'crashed', pid: 7, atWork: ['shop'] });
    expect(incident.message).toBe('The process crashed by SIGABRT.');
    expect(incident.frames.slice(0, 2)).toEqual([
      { function: 'die', url: 'plugin://shop@1.0.0/main.js', line: 1, column: 54 },
      { function: '', url: 'plugin://shop@1.0.0/main.js', line: 4, column: 83 },
    ]);
  });

  it('by itself has its exit code, and those at work as suspects', () => {
    const incident = incidentOf(death({ code: 7 }), undefined);
    expect(incident).toMatchObject({ kind: 'crashed', frames: [], atWork: ['shop'] });
    expect(incident.message).toBe('The process ended with code 7.');
  });

  it('for lack of memory is told from a crash', () => {
    const lastWords = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n';
    expect(incidentOf(death({ signal: 'SIGABRT', lastWords }), undefined).kind).toBe('memory');
  });

  it('by an exit code is a crash, by SIGKILL or SIGTERM from outside', () => {
    expect(incidentOf(death({ code: 3 }), undefined)).toMatchObject({
      kind: 'crashed',
      message: 'The process ended with code 3.',
    });
    for (const signal of ['SIGKILL', 'SIGTERM'] as const)
      expect(incidentOf(death({ signal }), undefined).kind).toBe('killed');
  });

  it('by the watchdog has what was found, and for how long it was silent', () => {
    const findings = {
      frames: [{ function: 'spin', url: 'plugin://shop@1.0.0/a.js', line: 1, column: 1 }],
      underWay: { application: 'shop', requestId: 'r-1' },
    };
    const blocked = { kind: 'blocked', silentMs: 1_234.5, findings, inside: undefined } as const;
    expect(incidentOf(death({ signal: 'SIGKILL' }), blocked)).toMatchObject({
      kind: 'blocked',
      durationMs: 1_235,
      ...findings,
    });
  });

  describe('design 10.7-3: is explained by', () => {
    const explained = (change: Partial<Death>): readonly string[] => {
      const ended = death(change);
      return culpritsOf(incidentOf(ended, undefined), ended);
    };

    it.each<[string, Partial<Death>, string[]]>([
      ['the frames of an abort', { signal: 'SIGABRT', lastWords: ABORTED }, ['shop@1.0.0']],
      [
        'the frames of one for lack of memory',
        { signal: 'SIGABRT', lastWords: `FATAL ERROR: x heap out of memory\n${ABORTED}` },
        ['shop@1.0.0'],
      ],
      ['who was inside', { signal: 'SIGSEGV', inside: 'shop', loading: ['pay@1.0.0'] }, ['shop']],
      [
        'loads that were under way',
        { code: 1, loading: ['shop@1.0.0', 'pay@2.0.0'] },
        ['shop@1.0.0', 'pay@2.0.0'],
      ],
      ['nobody where it was killed from outside', { signal: 'SIGKILL', inside: 'shop' }, []],
      ['nobody who was merely at work', { code: 1 }, []],
    ])('%s', (_by, change, culprits) => {
      expect(explained(change)).toEqual(culprits);
    });
  });
});
