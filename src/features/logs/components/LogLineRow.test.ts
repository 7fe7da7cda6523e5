import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { ShownLine } from '@/shared/logs/use-host-log.ts';
import messages from '../i18n/en-US.ts';
import LogLineRow from './LogLineRow.vue';

const line: ShownLine = {
  key: 1,
  time: '2026-11-24T10:00:00.000Z',
  level: 'info',
  logger: 'platform',
  message: 'Ready',
  detail: 'port: 8080',
};

async function shown(change: Partial<ShownLine>): Promise<string> {
  const props = { line: { ...line, ...change } };
  const { page } = await mountPage(LogLineRow, { messages: { logs: messages }, http: {}, props });
  const text = page.get('summary .log-line__message').text();
  page.unmount();
  return text;
}

it('design 11.5: a line says which worker it is from, where a machine has several', async () => {
  expect(await shown({ worker: 2 })).toBe('Ready Worker 2 · port: 8080');
  expect(await shown({})).toBe('Ready port: 8080');
});
