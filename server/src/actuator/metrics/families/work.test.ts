import { expect, it, vi } from 'vitest';
import type { ApplicationDescription } from '../../../plugin-runtime/index.ts';
import { PerScrape } from './family.ts';
import { workTimers } from './work.ts';

it('expects attempts of the applications that have jobs', () => {
  const expected = vi.fn();
  const services = { find: () => ({ expect: expected, list: () => [] }) };
  const described = [
    { appCode: 'crm', jobs: [] },
    { appCode: 'shop', jobs: [{ name: 'nightly' }] },
  ] as unknown as ApplicationDescription[];
  const timers = workTimers({ services } as never, new PerScrape(() => described));
  for (const timer of timers) timer.list();
  expect(expected.mock.calls.map(([labels]) => labels as unknown)).toEqual([
    { application: 'shop', outcome: 'succeeded' },
    { application: 'shop', outcome: 'failed' },
  ]);
});
