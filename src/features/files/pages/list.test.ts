import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { chooseInRow } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import Files from './list.vue';

async function listed(permissions: string[]) {
  let originalName = 'old.txt';
  const list = vi.fn(async () => ({
    total: 1,
    rows: [{ ossId: 4, originalName, size: 1, contentType: 'text/plain', visibility: 'private' }],
  }));
  const put = vi.fn(async (_path: string, change: { originalName: string }) => {
    originalName = change.originalName;
  });
  const mounted = await mountPage(Files, {
    messages: { files: messages },
    permissions,
    http: { list, put } as never,
  });
  await vi.waitFor(() => expect(mounted.page.text()).toContain('old.txt'));
  return { ...mounted, put };
}

const press = async (name: string) => {
  [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')]
    .find((each) => (each.getAttribute('aria-label') ?? each.textContent).trim() === name)
    ?.click();
  await flushPromises();
};

it('renames a file by the keyboard, refuses a path as its name, and shows the new name', async () => {
  const { page, put, notices } = await listed(['system:oss:edit']);
  await chooseInRow(page, 'old.txt', 'Rename');
  const field = document.querySelector<HTMLInputElement>('.el-drawer input');
  expect(field?.value).toBe('old.txt');
  const enter = async (name: string) => {
    if (field) field.value = name;
    field?.dispatchEvent(new Event('input'));
    field?.form?.requestSubmit();
    await flushPromises();
  };
  await enter('a/b.txt');
  await vi.waitFor(() =>
    expect(document.querySelector('.el-form-item__error')?.textContent).toContain('without /'),
  );
  expect(put).not.toHaveBeenCalled();
  await enter(' new.txt ');
  await vi.waitFor(() =>
    expect(put).toHaveBeenCalledExactlyOnceWith('/system/oss', { ossId: 4, originalName: 'new.txt' }),
  );
  await vi.waitFor(() => expect(page.text()).toContain('new.txt'));
  expect(notices.shown.value[0]?.text).toBe('The file is called new.txt now.');
  page.unmount();
});

it('offers no new name to people who may not change files', async () => {
  const { page } = await listed([]);
  expect(page.find('[aria-label="Show: old.txt"]').exists()).toBe(true);
  expect(page.find('[aria-label="Rename: old.txt"]').exists()).toBe(false);
  page.unmount();
});

it('saves a file from its row, under its name', async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { page } = await listed([]);
  await press('Download: old.txt');
  const link = clicked.mock.contexts[0] as HTMLAnchorElement | undefined;
  expect(link?.getAttribute('href')).toBe('/prod-api/resource/oss/4/content');
  expect(link?.download).toBe('old.txt');
  page.unmount();
  clicked.mockRestore();
});
