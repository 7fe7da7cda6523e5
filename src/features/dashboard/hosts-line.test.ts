import { expect, it } from 'vitest';
import type { PlatformNode } from '@platform/host-api';
import { hostsLine } from './hosts-line.ts';

const node = (state: PlatformNode['state'] = 'live', behind: string[] = []): PlatformNode =>
  ({ state, behind }) as unknown as PlatformNode;

it('design 10.5: the dashboard says how many hosts there are, and whether all are current', () => {
  expect(hostsLine([node()])).toBeUndefined();
  expect(hostsLine([node(), node('draining'), node()])).toEqual({ key: 'current', count: 3, troubled: 0 });
  expect(hostsLine([node(), node('live', ['crm'])])).toEqual({ key: 'behind', count: 2, troubled: 1 });
  expect(hostsLine([node('live', ['crm']), node('gone')])).toEqual({ key: 'gone', count: 2, troubled: 1 });
});
