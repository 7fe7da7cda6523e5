import { expect, it } from 'vitest';
import { mountPart } from '../testing/within-setup.ts';
import RelativeTime from './RelativeTime.vue';

it('finding 24: the exact time on hover names its zone', () => {
  const time = mountPart(RelativeTime, { props: { time: '2026-01-02T03:04:05Z' } });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(time.get('time').attributes('title')).toContain(` ${timeZone}`);
  expect(time.get('time').attributes('datetime')).toBe('2026-01-02T03:04:05.000Z');
  time.unmount();
});
