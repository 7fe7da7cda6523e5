import { TriangleAlert } from '@lucide/vue';
import { describe, expect, it, vi } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import type { FailedVersion } from './task.ts';
import { useFailedBefore } from './use-failed-before.ts';
import { useTaskWords } from './use-task-words.ts';

/** Result of a composable in a component that speaks English. */
function within<T>(use: () => T): T {
  let made: T | undefined;
  mountShared({
    setup: () => {
      made = use();
      return () => null;
    },
  });
  if (made === undefined) throw new Error('The component was not set up.');
  return made;
}

describe('words for the server’s codes', () => {
  const words = within(useTaskWords);

  it('are translated, and shown as they are when nobody knows them', () => {
    expect([words.kind('upgrade'), words.kind('paint')]).toEqual(['Upgrade', 'paint']);
    expect([words.step('menus'), words.step('paint')]).toEqual(['Bring menus up to date', 'paint']);
    expect([words.loadStage('init'), words.loadStage('paint')]).toEqual(['starting services', 'paint']);
  });

  it('name an operation with its application and version', () => {
    const title = { kind: 'upgrade', appCode: 'hello' } as const;
    expect(words.title({ ...title, version: '1.1.0' })).toBe('Upgrade hello 1.1.0');
    expect(words.title({ ...title, version: null })).toBe('Upgrade hello');
  });

  it('say what failed', () => {
    expect(words.failed({ kind: 'upgrade', version: '1.1.0' })).toBe('The upgrade to 1.1.0 failed');
    expect(words.failed({ kind: 'enable', version: null })).toBe('It could not be enabled');
    expect(words.failed({ kind: 'deploy', version: null })).toBe('The deployment of  failed');
    for (const unknown of [undefined, { kind: 'paint' as 'enable', version: null }])
      expect(words.failed(unknown)).toBe('The last operation failed');
    expect(words.failedShort({ kind: 'enable' })).toBe('Enable failed');
    expect(words.failedShort(undefined)).toBe('Failed');
  });
});

it('warns of a version that failed here before, and of no other', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 3) });
  const lines = within(useFailedBefore);
  const failed = { version: '1.1.0', at: '2026-01-01T00:00:00Z', message: 'It broke.' } as FailedVersion;
  expect(lines(failed, '1.1.0')).toEqual([
    {
      icon: TriangleAlert,
      tone: 'bad',
      text: expect.stringMatching(/^1\.1\.0 failed here .*: It broke\.$/) as string,
    },
  ]);
  for (const other of [failed, null, undefined]) expect(lines(other, '1.2.0')).toEqual([]);
  vi.useRealTimers();
});
