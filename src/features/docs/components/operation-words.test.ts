import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import type { Operation } from '../model/openapi.ts';
import OperationView from './OperationView.vue';

const item = {
  type: 'object',
  required: ['title', 'shop'],
  properties: {
    title: { type: 'string', description: 'Name in lists' },
    note: { type: 'string' },
    shop: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
  },
} as const;
const operation: Operation = {
  ...{ key: 'PUT /item/{id}', method: 'PUT', path: '/item/{id}', summary: '' },
  ...{ description: 'Changes one item.', access: 'login', permission: undefined },
  parameters: [
    { name: 'id', place: 'path', required: true, type: 'integer', description: '' },
    { name: 'dry', place: 'query', required: false, type: 'boolean', description: '' },
  ],
  body: { mediaType: 'application/json', schema: item },
  answer: { mediaType: 'text/plain', schema: { type: 'string' } },
} as never;

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function shown(change: Partial<Operation> = {}, http = {}) {
  const mounted = await mountPage(OperationView, {
    messages: { docs: messages },
    props: { operation: { ...operation, ...change } },
    http,
  });
  unmount = () => mounted.page.unmount();
  const words = () => mounted.page.text().replaceAll(/\s+/g, ' ');
  return { ...mounted, words };
}

it('says what an operation does, and who may call it where that is not everybody with a login', async () => {
  const { words } = await shown();
  expect(words()).toContain('Changes one item.');
  expect(words()).not.toContain('access');
  unmount?.();
  const open = await shown({ access: 'public', description: '' });
  const said = open.page.findAll('.operation > p').map((words) => words.text());
  expect(said).toEqual([messages.access.public]);
});

it('names what is missing and optional, and warns of what changes data', async () => {
  const { page, words } = await shown();
  const kinds = page.findAll('label .muted').map((kind) => kind.text());
  expect(kinds).toEqual(['integer · in the path', 'boolean · in the query · optional']);
  expect(words()).toContain('Fill in first: id');
  expect(buttonOf(page, 'Send PUT: it changes data')).toBeDefined();
  unmount?.();
  const reading = await shown({ method: 'GET', body: undefined });
  expect(buttonOf(reading.page, messages.send)).toBeDefined();
});

it('offers no try of a download', async () => {
  const { page } = await shown({ answer: { mediaType: 'application/octet-stream', schema: {} } });
  expect(page.find('.operation__try').exists()).toBe(false);
});

it('copies the command with the body as it was written', async () => {
  const { page, notices } = await shown();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.get('input').setValue('7');
  await page.get('textarea').setValue('{"title":"Milk"}');
  await buttonOf(page, messages.copy)?.trigger('click');
  await flushPromises();
  const [command] = copied.mock.calls[0] ?? [];
  expect(command).toContain('/prod-api/item/7');
  expect(command).toContain('{"title":"Milk"}');
  expect(command).toBe(page.get(`[aria-label="${messages.curl}"]`).text());
  expect(notices.shown.value[0]?.text).toBe(messages.copied);
  copied.mockRestore();
});

it('shows the fields of the body as a tree, with those that may be left out, and an example of all', async () => {
  const { page } = await shown();
  const [body, answer] = page.findAll('.fields');
  expect(body?.get('h4').text()).toMatch(/^Body\s+application\/json$/);
  expect(body?.findAll('tbody tr').map((row) => row.findAll('td').map((cell) => cell.text()))).toEqual([
    ['title', 'string', 'Name in lists'],
    ['note?', 'string', expect.any(String) as string],
    ['shop', 'object', expect.any(String) as string],
    ['city', 'string', expect.any(String) as string],
  ]);
  const indents = body
    ?.findAll<HTMLElement>('[title]')
    .map(({ element }) => element.style.paddingInlineStart);
  expect(indents?.map((indent) => Number.parseFloat(indent) > 0)).toEqual([false, false, false, true]);
  expect(Object.keys(JSON.parse(body?.get('details pre').text() ?? '{}') as object)).toContain('note');
  expect(answer?.get('h4').text()).toMatch(/^Answer\s+text\/plain$/);
  expect(answer?.text()).toContain('string');
  expect(answer?.find('details').exists()).toBe(false);
});

it('makes a token for one permission, shows it once, and copies it for the command', async () => {
  const permission = `app:${'long-name'.repeat(12)}:list`;
  const post = vi.fn(async (_path: string, _form: { name: string; scopes: readonly string[] }) => ({
    token: 'secret-1',
  }));
  const { page, words } = await shown({ permission }, { post });
  expect(words()).toContain(`It permits ${permission} alone.`);
  await buttonOf(page, messages.token.make)?.trigger('click');
  await flushPromises();
  const [path, sent] = post.mock.calls[0] ?? [];
  expect(path).toBe('/system/user/profile/tokens/brief');
  expect(sent?.scopes).toEqual([permission]);
  expect(sent?.name).toHaveLength(100);
  expect(page.find('[role=alert]').exists()).toBe(false);
  const dialog = () => document.querySelector<HTMLElement>('.el-dialog');
  const press = async (label: string) => {
    const buttons = [...(dialog()?.querySelectorAll('button') ?? [])];
    buttons.find((button) => button.textContent.trim() === label)?.click();
    await flushPromises();
  };
  expect(dialog()?.textContent).toContain('secret-1');
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await press(messages.token.export);
  expect(copied).toHaveBeenLastCalledWith('export TOKEN=secret-1');
  copied.mockRestore();
  await press(messages.token.done);
  expect(document.body.textContent).not.toContain('secret-1');
});

it('says why no token was made', async () => {
  const { page } = await shown(
    { permission: 'app:item:list' },
    { post: () => Promise.reject(new Error('No more tokens.')) },
  );
  await buttonOf(page, messages.token.make)?.trigger('click');
  await flushPromises();
  expect(page.get('.brief-token [role=alert]').text()).not.toBe('');
  expect(document.querySelector('.shown-token')).toBeNull();
});
