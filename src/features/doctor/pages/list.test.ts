import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import Doctor from './list.vue';

const finding = { code: 'X', severity: 'warning', what: 'The disk fills.', why: '', fix: '' };
const passed = { ...finding, severity: 'ok', what: 'The database answers.' };

async function shown(findings: readonly object[]) {
  const get = vi.fn(async () => ({ platformVersion: '1.0.0', time: '2026-11-24T10:00:00.000Z', findings }));
  const { page } = await mountPage(Doctor, {
    messages: { doctor: messages },
    http: { get } as never,
  });
  const list = (label: string) => page.findAll(`[aria-label="${label}"] > li`);
  return { page, get, list };
}

it('design 11.6: lists problems with reason and remedy, and apart from them what passed', async () => {
  const full = { ...finding, severity: 'error', why: 'Logs grow.', fix: 'Remove old ones.' };
  const { page, list } = await shown([full, passed, finding]);
  const [first, second] = list(messages.findings);
  expect(first?.text()).toMatch(/Error.*The disk fills\..*Logs grow\..*Remove old ones\./);
  expect(second?.findAll('.words > *')).toHaveLength(1);
  expect(list(messages.severity.ok).map((item) => item.text())).toEqual([
    expect.stringContaining('The database answers.'),
  ]);
  expect(page.get('summary').text()).toBe('1 check passed');
  expect(page.text()).not.toContain(messages.well.title);
  page.unmount();
});

it('says so where all checks passed, and checks again', async () => {
  const { page, get, list } = await shown([passed]);
  expect(page.text()).toContain(messages.well.title);
  expect(list(messages.findings)).toEqual([]);
  await buttonOf(page, messages.again)?.trigger('click');
  await flushPromises();
  expect(get).toHaveBeenCalledTimes(2);
  page.unmount();
});
