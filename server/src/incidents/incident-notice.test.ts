import type { NoticeInput } from '@platform/plugin-sdk/core';
import type { IncidentRecord } from '@platform/host-api';
import { expect, it, vi } from 'vitest';
import { requestContext, silentLogger } from '../kernel/index.ts';
import { incidentNotice } from './incident-notice.ts';
import type { Culprit } from './quarantine-rule.ts';

const blocked = {
  appCode: 'crm',
  function: 'CrmJob.run',
  kind: 'blocked',
  message: 'It did not answer for 10 s.',
  place: 'src/job/crm.job.ts:7',
  suspects: [],
} as unknown as IncidentRecord;

async function noticeOf(incident: IncidentRecord, kept?: Culprit): Promise<NoticeInput> {
  const sent: NoticeInput[] = [];
  const send = vi.fn(async (_to: unknown, notice: NoticeInput) => {
    expect(requestContext.current()?.tenantId).toBe('000000');
    sent.push(notice);
  });
  incidentNotice(() => ({ send }), silentLogger)(incident, kept);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  return sent[0]!;
}

it('tells in both languages what an application did, and where', async () => {
  expect(await noticeOf(blocked)).toEqual({
    title: 'crm: it blocked the host, which was replaced',
    content: 'It did not answer for 10 s.\nCrmJob.run\nsrc/job/crm.job.ts:7',
    translations: {
      'zh-CN': {
        title: 'crm: 阻塞了主机，主机已被替换',
        content: 'It did not answer for 10 s.\nCrmJob.run\nsrc/job/crm.job.ts:7',
      },
    },
    level: 'error',
    link: '/apps/installed/crm',
  });
});

it('names the version that is kept out, and what it did below', async () => {
  const notice = await noticeOf(blocked, { appCode: 'crm', version: '1.1.0' });
  expect(notice.title).toBe('crm 1.1.0 is in quarantine');
  expect(notice.content).toMatch(/^crm: it blocked the host/);
  expect(notice.translations?.['zh-CN']?.title).toBe('crm 1.1.0 已被隔离');
});

it('says so where nobody knows the application', async () => {
  const notice = await noticeOf({ ...blocked, appCode: null });
  expect(notice).toMatchObject({
    title: 'An unknown application: it blocked the host, which was replaced',
    translations: { 'zh-CN': { title: '未知应用: 阻塞了主机，主机已被替换' } },
    link: '/apps/installed',
  });
});

it('names the suspects where several may have done it', async () => {
  const suspects = ['crm', 'shop'].map((application) => ({ application, version: null }));
  const notice = await noticeOf({ ...blocked, appCode: null, suspects });
  expect(notice.title).toBe('crm, shop: it blocked the host, which was replaced');
});

it('leads to the version that is kept out, where the last incident names nobody', async () => {
  const suspects = [{ application: 'crm', version: '1.1.0' }];
  const notice = await noticeOf(
    { ...blocked, appCode: null, suspects },
    { appCode: 'crm', version: '1.1.0' },
  );
  expect(notice.link).toBe('/apps/installed/crm');
});
