// @vitest-environment node
import { expect, it, vi } from 'vitest';
import type { HttpClient } from '../http/index.ts';
import { createHostLogApi } from './host-log-api.ts';

type Stream = HttpClient['stream'];

it('takes lines from the stream, and nothing else that it sends', async () => {
  const stream = vi.fn<Stream>(async (_address, options) => {
    options.onEvent({ event: 'ping', data: '' } as never);
    options.onEvent({ event: 'lines', data: '{"leftOut":1}' } as never);
  });
  const take = vi.fn();
  const filter = { level: 'warn', text: '' } as never;
  const api = createHostLogApi({ stream });
  await api.follow(filter, take, { signal: new AbortController().signal });
  expect(stream.mock.lastCall?.[0]).toBe('/system/hostLog/follow?level=warn');
  expect(take.mock.calls).toEqual([[{ leftOut: 1 }]]);
  expect(api.downloadAddress(filter)).toBe('/prod-api/system/hostLog/download?level=warn');
});
