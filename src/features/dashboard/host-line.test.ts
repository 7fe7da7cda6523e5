import type { PlatformNode } from '@platform/host-api';
import { expect, it } from 'vitest';
import { createI18n } from 'vue-i18n';
import en from './i18n/en-US.ts';
import zh from './i18n/zh-CN.ts';
import { hostsInALine } from './host-line.ts';

const node = (changes: Partial<PlatformNode> = {}): PlatformNode => ({
  ...{ nodeId: 'a', hostId: 'h', machine: 'box', pid: 1, address: '', hostVersion: '1.0.0', self: false },
  ...{ state: 'live', startedAt: '', heartbeatAt: '', convergedAt: null, behind: [], clockOffsetMs: 0 },
  ...{
    poolSize: 10,
    trustedKeyIds: [],
    cacheId: null,
    memoryBytes: 0,
    heapBytes: 0,
    loopDelayMs: 0,
    cpuPercent: 0,
  },
  ...changes,
});
const said = (nodes: readonly PlatformNode[], locale = 'en-US') => {
  const messages = { 'en-US': { dashboard: en }, 'zh-CN': { dashboard: zh } };
  const { t } = createI18n({ legacy: false, locale, messages }).global;
  const line = hostsInALine(nodes);
  return line && t(`dashboard.parts.${line.key}`, { ...line.values });
};

it('design 10.5: says how many hosts there are, and whether all are current', () => {
  expect(said([node(), node(), node({ state: 'draining' })])).toBe('3 hosts, all current');
  expect(said([node(), node({ behind: ['crm'] }), node({ state: 'gone' })])).toBe('3 hosts, 1 current');
  expect(said([node(), node()], 'zh-CN')).toBe('2 台主机，均为最新');
});

it('says "1 host" of one host, and nothing to somebody who sees none', () => {
  expect(said([node()])).toBe('1 host');
  expect(said([node({ behind: ['crm'] })])).toBe('1 host, not current');
  expect(said([])).toBeUndefined();
});
