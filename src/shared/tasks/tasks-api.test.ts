// @vitest-environment node
import { expect, it, vi } from 'vitest';
import type { HttpClient } from '../http/index.ts';
import { createTasksApi } from './tasks-api.ts';

it('asks the endpoints of tasks, and passes signals on', async () => {
  const call = vi.fn(async (..._given: unknown[]) => 'answer');
  const http = { list: call, get: call, post: call, stream: call } as unknown as HttpClient;
  const api = createTasksApi(http);
  const { signal } = new AbortController();
  expect(await api.list({ appCode: 'demo' })).toBe('answer');
  await api.list({ status: 'failed' }, signal);
  await api.get(7);
  await api.get(7, signal);
  const request = { action: 'install', appCode: 'demo' } as const;
  expect(await api.plan(request, signal)).toBe('answer');
  expect(call.mock.calls).toEqual([
    ['/app/task/list', { appCode: 'demo' }, {}],
    ['/app/task/list', { status: 'failed' }, { signal }],
    ['/app/task/7', {}],
    ['/app/task/7', { signal }],
    ['/app/install/plan', request, { signal }],
  ]);
});
