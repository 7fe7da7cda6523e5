import { expect, it, vi } from 'vitest';
import { requestContext, silentLogger } from '../../kernel/index.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import type { Task } from '../tasks/task.ts';
import { failureNotice } from './failure-notice.ts';

const failed = (facts: object): Task =>
  ({ taskId: 7, tenantId: 'acme', kind: 'install', appCode: 'crm', version: '1.1.0', ...facts }) as Task;

/** The notice of a failed task, its receivers, and the tenant that it is sent within. */
async function noticeOf(facts: object) {
  const tenants: unknown[] = [];
  const send = vi.fn(async (..._sent: unknown[]) => void tenants.push(requestContext.current()?.tenantId));
  failureNotice(() => ({ send }), silentLogger)(failed(facts));
  await vi.waitFor(() => expect(tenants).toHaveLength(1));
  const [to, notice] = send.mock.calls[0] ?? [];
  return { to, notice, tenant: tenants[0] };
}

it('tells those of the tenant who can act on it', async () => {
  expect(await noticeOf({ failure: { message: 'no space' } })).toEqual({
    to: { permission: 'app:install:edit' },
    notice: {
      title: 'Installation of crm failed',
      level: 'error',
      link: '/apps/tasks/7',
      content: 'no space',
      translations: { 'zh-CN': { title: '安装 crm 失败' } },
    },
    tenant: 'acme',
  });
});

it.each([
  ['upgrade', '1.1.0', 'Upgrade of crm to 1.1.0 failed', '升级 crm 到 1.1.0 失败'],
  ['rollback', '1.1.0', 'Rollback of crm to 1.1.0 failed', '回退 crm 到 1.1.0 失败'],
  ['upgrade', null, 'Upgrade of crm failed', '升级 crm 失败'],
  ['uninstall', '1.1.0', 'Removal of crm failed', '卸载 crm 失败'],
])('names the version where the operation %s leads to one (%s)', async (kind, version, title, chinese) => {
  const { notice } = await noticeOf({ kind, version });
  expect(notice).toMatchObject({ title, translations: { 'zh-CN': { title: chinese } } });
  expect(notice).not.toHaveProperty('content');
});

it('fits into a notice, however long the reason is', async () => {
  const { notice } = await noticeOf({ appCode: 'a'.repeat(200), failure: { message: 'x'.repeat(2_000) } });
  const { title, content } = notice as { title: string; content: string };
  expect([title.length, content.length]).toEqual([100, 1_000]);
});

it('is only logged where it cannot be sent', async () => {
  const log: LogLine[] = [];
  const send = () => Promise.reject(new Error('no database'));
  failureNotice(() => ({ send }), collectingLogger(log))(failed({}));
  await vi.waitFor(() => expect(log).toMatchObject([{ level: 'warn', fields: { taskId: 7 } }]));
  failureNotice(() => undefined, collectingLogger(log))(failed({}));
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toHaveLength(1);
});
