import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import FileDrop from '@/shared/ui/FileDrop.vue';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import Upload from './upload.vue';

const parsed = {
  ...{ appCode: 'notes', version: '1.2.0', name: 'Notes', packageUrl: '/p', packageSha256: 'aa' },
  ...{ packageSize: 2_048, securityNote: null, findings: [], signature: { state: 'signed' } },
  manifestJson: JSON.stringify({ names: { zh: '笔记' } }),
};
const all = ['app:console:add', 'app:console:edit'];

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

interface Opened {
  readonly permissions?: string[];
  readonly answer?: object;
  /** Applications that the publisher has. */
  readonly listed?: object[];
}

async function opened({ permissions = all, answer = parsed, listed = [] }: Opened = {}) {
  const http = {
    upload: vi.fn(async () => answer),
    list: vi.fn(async (path: string) => ({
      total: 1,
      rows: path === '/app/console/list' ? listed : [],
    })),
    post: vi.fn(async (path: string) => (path === '/app/version' ? { versionId: 9, appId: 3 } : undefined)),
  };
  const mounted = await mountPage(Upload, {
    messages: { console: messages },
    permissions,
    http: http as never,
    at: '/console/list/upload',
  });
  const { page } = mounted;
  unmount = () => page.unmount();
  const choose = async (name = 'notes.zip', content = 'PK…') => {
    page.findComponent(FileDrop).vm.$emit('choose', [new File([content], name)]);
    await vi.waitFor(() => expect(page.text()).not.toContain('Uploading'));
    await flushPromises();
  };
  const press = async (text: string) => {
    await buttonOf(page, text)?.trigger('click');
    await flushPromises();
  };
  const sent = () => http.post.mock.calls.map(([path]) => path);
  return { ...mounted, http, choose, press, sent };
}

it('design 8.3: takes a package into the market step by step, each named by its effect', async () => {
  const { page, http, choose, press, sent, router } = await opened();
  await choose();
  expect(page.text()).toContain(messages.upload.clean);
  const name = page.get<HTMLInputElement>('input[maxlength="100"]');
  expect(name.element.value).toBe('Notes');
  await name.setValue('Notebook');
  expect(sent()).toEqual([]);
  await press('Save Notebook 1.2.0');
  expect(http.post).toHaveBeenLastCalledWith('/app/version', {
    ...{ packageUrl: '/p', packageSha256: 'aa', name: 'Notebook' },
  });
  await press('Publish 1.2.0');
  await press('List Notebook');
  expect(sent()).toEqual(['/app/version', '/app/version/9/publish', '/app/console/3/status']);
  expect(page.get('.upload-page__done').text()).toContain('Notebook 1.2.0 is published and listed.');
  await press(messages.upload.toMarket);
  expect(router.currentRoute.value.path).toBe('/market/list/notes');
});

it('publishes and lists a new application by one press', async () => {
  const { choose, press, sent } = await opened();
  await choose();
  await press('Save Notes 1.2.0');
  await press('Publish and list Notes');
  expect(sent()).toEqual(['/app/version', '/app/version/9/publish', '/app/console/3/status']);
});

it('is listed at once where the application is listed, whose name stays', async () => {
  const listed = [{ appId: 3, appCode: 'notes', name: 'Notes of all', status: 1 }];
  const { page, choose, press, sent } = await opened({ listed });
  await choose();
  expect(page.find('input[maxlength="100"]').exists()).toBe(false);
  await press('Save Notes of all 1.2.0');
  expect(buttonOf(page, 'Publish and list Notes of all')).toBeUndefined();
  await press('Publish 1.2.0');
  expect(sent()).toEqual(['/app/version', '/app/version/9/publish']);
  expect(page.text()).toContain(messages.upload.doneText);
});

it('shows the findings of the inspection', async () => {
  const finding = { code: 'NO_ICON', severity: 'warning', message: 'It has no icon.', fix: 'Add one.' };
  const { page, choose } = await opened({ answer: { ...parsed, findings: [finding] } });
  await choose();
  expect(page.get('.findings').text()).toContain('NO_ICON');
  expect(page.text()).not.toContain(messages.upload.clean);
});

it('refuses a file that is no package without sending it, and takes another', async () => {
  const { page, http, choose } = await opened();
  await choose('notes.txt');
  expect(http.upload).not.toHaveBeenCalled();
  expect(page.text()).toContain(messages.refusal.notZip.message.slice(0, 20));
  await choose();
  expect(http.upload).toHaveBeenCalledOnce();
  expect(page.text()).toContain(messages.upload.clean);
});

it('ignores a drop without a file', async () => {
  const { page, http } = await opened();
  page.findComponent(FileDrop).vm.$emit('choose', []);
  await flushPromises();
  expect(http.upload).not.toHaveBeenCalled();
  expect(page.findComponent(FileDrop).exists()).toBe(true);
});

it('lets a person who cannot publish save the version, and says who can go on', async () => {
  const { page, choose, press } = await opened({ permissions: ['app:console:add'] });
  await choose();
  await press('Save Notes 1.2.0');
  expect(page.text()).toContain(messages.upload.noRight);
  expect(buttonOf(page, 'Publish 1.2.0')).toBeUndefined();
});

it('saves under another key once the person has confirmed it', async () => {
  const { page, http, choose, press } = await opened();
  await choose();
  const changed = {
    code: 'PACKAGE_KEY_CHANGED',
    status: 409,
    message: 'Other key.',
    details: { keyId: 'k2' },
  };
  http.post.mockRejectedValueOnce(new ApiError(changed));
  await press('Save Notes 1.2.0');
  expect(buttonOf(page, messages.upload.sendAgain)).toBeUndefined();
  await press(messages.upload.confirmKey);
  expect(http.post).toHaveBeenLastCalledWith('/app/version', expect.objectContaining({ confirmKey: 'k2' }));
  expect(buttonOf(page, 'Publish 1.2.0')).toBeDefined();
});

it('sends a package again that the host has swept', async () => {
  const { page, http, choose, press } = await opened();
  await choose();
  http.post.mockRejectedValueOnce(new ApiError({ code: 'PACKAGE_MISSING', status: 409, message: 'Gone.' }));
  await press('Save Notes 1.2.0');
  expect(buttonOf(page, messages.upload.confirmKey)).toBeUndefined();
  await press(messages.upload.sendAgain);
  await vi.waitFor(() => expect(http.upload).toHaveBeenCalledTimes(2));
});

it('starts anew after a package, or with another one', async () => {
  const { page, choose, press } = await opened();
  await choose();
  await press(messages.upload.other);
  expect(page.findComponent(FileDrop).exists()).toBe(true);
  await choose();
  await press('Save Notes 1.2.0');
  expect(page.findComponent(FileDrop).exists()).toBe(false);
  await press(messages.upload.again);
  expect(page.findComponent(FileDrop).exists()).toBe(true);
});

it('names the application of the package in the language of the shell', async () => {
  const { page, choose, speak } = await opened();
  await choose();
  expect(page.get('.summary dd').text()).toBe('Notes notes');
  await speak('zh-CN');
  expect(page.get('.summary dd').text()).toBe('笔记 notes');
});
