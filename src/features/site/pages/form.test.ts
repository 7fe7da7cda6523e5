import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import { blankForm } from '../model/site-form.ts';
import Site from './form.vue';

const nothing = Object.fromEntries(Object.keys(blankForm()).map((field) => [field, null]));
const settings = (own: object, updateTime: string) => ({
  own: { ...nothing, ...own },
  inherited: nothing,
  updateTime,
});
const opened = settings({ name: 'Acme', copyright: 'Old' }, '2026-11-28T10:00:00.000Z');
const changed = settings({ name: 'Acme Works', copyright: 'New' }, '2026-11-28T10:05:00.000Z');

async function form() {
  const details = { record: changed, changedBy: 'Root', changedAt: changed.updateTime };
  const refusal = new ApiError({ code: 'CHANGED_MEANWHILE', status: 409, message: 'Changed.', details });
  const put = vi.fn(async (_path: string, _change: object): Promise<void> => undefined);
  const get = vi.fn(async (path: string): Promise<unknown> => {
    if (path === '/system/site') return opened;
    return path === '/system/site/history' ? [] : { settings: {} };
  });
  put.mockRejectedValueOnce(refusal);
  const mounted = await mountPage(Site, {
    messages: { site: messages },
    permissions: ['system:config:edit'],
    http: { get, put } as never,
  });
  const { page } = mounted;
  const field = (name: string) => page.get<HTMLInputElement>(`input[aria-label="${name}"]`);
  const save = async () => {
    await page.get('form').trigger('submit');
    await flushPromises();
  };
  return { ...mounted, put, field, save };
}

it('design 12.1-3: shows what another editor has changed meanwhile, and saves what is chosen', async () => {
  const { page, put, field, save } = await form();
  await field('Name').setValue(' Acme Inc. ');
  await save();
  expect(put).toHaveBeenLastCalledWith('/system/site', {
    name: 'Acme Inc.',
    updateTime: opened.updateTime,
  });
  const panel = () => page.find('.edit-conflict');
  expect(panel().text()).toContain('Root');
  expect(field('Copyright').element.value).toBe('New');
  const [, copyright] = panel().findAll('fieldset');
  await copyright?.get('input').setValue(true);
  expect(field('Copyright').element.value).toBe('Old');
  await save();
  // The old value is sent as well: it differs from what is stored now.
  const chosen = { name: 'Acme Inc.', copyright: 'Old', updateTime: changed.updateTime };
  expect(put).toHaveBeenLastCalledWith('/system/site', chosen);
  expect(panel().exists()).toBe(false);
  page.unmount();
});

it('saves nothing of the own where all of theirs is taken', async () => {
  const { page, put, field, save } = await form();
  await field('Name').setValue('Acme Inc.');
  await save();
  await page.get('.edit-conflict__all > :last-child').trigger('click');
  await save();
  expect(put).toHaveBeenLastCalledWith('/system/site', { updateTime: changed.updateTime });
  expect(page.find('.edit-conflict').exists()).toBe(false);
  page.unmount();
});

it.each(['name', 'accent'])('marks the field that the host refuses: %s', async (field) => {
  const details = { field };
  const refusal = new ApiError({ code: 'REFUSED', status: 400, message: 'Not this one.', details });
  const { page, put, field: input, save } = await form();
  put.mockReset();
  put.mockRejectedValueOnce(refusal);
  await input('Name').setValue('Acme Inc.');
  await save();
  const marked = () => page.findAll('.el-form-item.is-error');
  await vi.waitFor(() => expect(marked()[0]?.text()).toContain('Not this one.'));
  expect(marked()).toHaveLength(1);
  expect(marked()[0]?.element.contains(document.activeElement)).toBe(true);
  await save();
  expect(marked()).toHaveLength(0);
  page.unmount();
});
