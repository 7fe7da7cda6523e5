import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf, chooseInRow, openRowMenu } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import Queues from './list.vue';
import Queue from './queue.vue';

const queue = (name: string, deadLetters: number, more: object = {}) => ({
  ...{ queue: name, messages: 0, deadLetters, consumers: 0, appCode: null, ...more },
});
const letter = (id: string, more: object = {}) => ({
  ...{ id, reason: 'It is full.', body: '{"order":7}', sender: null, tenantId: '000042' },
  ...{ sentAt: '2026-11-01T00:00:00.000Z', exchange: 'orders', routingKey: 'mall.paid', ...more },
});
const queues = [
  queue('mall.orders', 0, { consumers: 1 }),
  queue('crm/notes', 2, { appCode: 'crm', messages: 4, consumers: 1 }),
  queue('idle', 0),
];

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

interface Shown {
  readonly queue?: string;
  readonly letters?: readonly object[];
  readonly broker?: object;
  readonly permissions?: readonly string[];
  readonly query?: string;
}

async function mounted(page: object, { letters = [], broker = {}, ...options }: Shown = {}) {
  const { permissions = ['system:config:edit'], query = '', ...props } = options;
  const http = {
    get: vi.fn(async (url: string) =>
      url.endsWith('/dead')
        ? letters
        : { kind: 'embedded', available: true, reason: null, queues, ...broker },
    ),
    post: vi.fn(async (_url: string, _body: object) => ({ settled: 2 })),
  };
  const shown = await mountPage(page, {
    ...{ messages: { messaging: messages }, props, permissions, http: http as never },
    at: `/messaging/list${query}`,
  });
  unmount = () => shown.page.unmount();
  await flushPromises();
  const agree = async () => {
    await shown.confirm.open.value?.run?.();
    shown.confirm.open.value?.answer(true);
    await flushPromises();
  };
  const reads = () => http.get.mock.calls.length;
  return { ...shown, http, agree, reads };
}

it('lists queues with dead letters first, and who listens to each', async () => {
  const { page } = await mounted(Queues);
  const rows = page.findAll('tbody tr').map((row) => row.text());
  expect(rows[0]).toContain('crm/notes');
  expect(page.get('a[href="/installed/list/crm"]').text()).toBe('crm');
  expect(rows[1]).toContain(messages.host);
  expect(rows[2]).not.toContain(messages.host);
  expect(page.findAll('tbody .state-tag').map((tag) => tag.text())).toEqual(['2']);
  expect(page.text()).toContain(messages.kind.embedded);
});

it('finds a queue by a part of its name', async () => {
  const { page } = await mounted(Queues, { query: '?queue=MALL' });
  expect(page.findAll('tbody tr').map((row) => row.get('code').text())).toEqual(['mall.orders']);
});

it('says why the broker is not available', async () => {
  const { page } = await mounted(Queues, { broker: { available: false, reason: 'It refused.' } });
  expect(page.get('[role=status]').text()).toContain('It refused.');
  expect(page.text()).not.toContain(messages.kind.embedded);
});

it.each([
  ['redeliver', { danger: false }, '2 messages are sent again.'],
  ['discard', { danger: true }, '2 dead letters are gone.'],
] as const)('%s: settles all dead letters of a queue after the question', async (action, asked, said) => {
  const { page, http, confirm, notices, agree, reads } = await mounted(Queues);
  await chooseInRow(page, 'crm/notes', messages[action].all);
  expect(confirm.open.value).toMatchObject({ ...asked, action: messages[action].action });
  expect(http.post).not.toHaveBeenCalled();
  const before = reads();
  await agree();
  expect(http.post).toHaveBeenCalledExactlyOnceWith('/system/messaging/queues/crm%2Fnotes/dead', { action });
  expect(notices.shown.value[0]?.text).toBe(said);
  expect(reads()).toBe(before + 1);
});

it('settles nothing where the question is declined', async () => {
  const { page, http, confirm, notices, reads } = await mounted(Queues);
  await chooseInRow(page, 'crm/notes', messages.discard.all);
  const before = reads();
  confirm.open.value?.answer(false);
  await flushPromises();
  expect(http.post).not.toHaveBeenCalled();
  expect(notices.shown.value).toEqual([]);
  expect(reads()).toBe(before);
});

it('offers nothing to settle where there is no dead letter, and nothing without the right', async () => {
  const { page } = await mounted(Queues);
  expect(page.find('[aria-label="More actions: mall.orders"]').exists()).toBe(false);
  expect((await openRowMenu(page, 'crm/notes')).has(messages.discard.all)).toBe(true);
  unmount?.();
  const reader = await mounted(Queues, { permissions: [] });
  expect(reader.page.findAll('.row-actions button')).toEqual([]);
});

it('opens a queue by its row', async () => {
  const { page, router } = await mounted(Queues);
  await page.findAll('tbody tr')[0]?.trigger('click');
  await vi.waitFor(() => expect(router.currentRoute.value.path).toBe('/messaging/list/crm%2Fnotes'));
});

it('names the queue in its tab, and says nothing of idle messages while somebody listens', async () => {
  const { page, titles } = await mounted(Queue, { queue: 'crm/notes', letters: [letter('a')] });
  expect(titles).toContain('crm/notes');
  expect(page.text()).not.toContain(messages.queue.idle);
  expect(page.find('[role=note]').exists()).toBe(false);
  expect(page.get('tbody').text()).toContain(messages.host);
  expect(page.get('h1').element.parentElement?.textContent).toContain('2');
});

it('offers no action on all where there is no dead letter', async () => {
  const { page } = await mounted(Queue, { queue: 'idle' });
  expect(buttonOf(page, messages.discard.all)).toBeUndefined();
  expect(page.text()).toContain(messages.queue.empty.text);
});

it('design 8.1: drops all of a queue after the question', async () => {
  const letters = [letter('a'), letter('b')];
  const { page, http, agree } = await mounted(Queue, { queue: 'crm/notes', letters });
  await buttonOf(page, messages.discard.all)?.trigger('click');
  await agree();
  expect(http.post).toHaveBeenCalledExactlyOnceWith('/system/messaging/queues/crm%2Fnotes/dead', {
    action: 'discard',
  });
});

it('settles only the dead letters that are chosen', async () => {
  const letters = [letter('a'), letter('b'), letter('c')];
  const { page, http, agree } = await mounted(Queue, { queue: 'crm/notes', letters });
  for (const box of page.findAll('tbody input[type=checkbox]').slice(0, 2)) await box.setValue(true);
  await buttonOf(page, messages.redeliver.short)?.trigger('click');
  await agree();
  expect(http.post.mock.calls[0]?.[1]).toEqual({ action: 'redeliver', ids: ['a', 'b'] });
});

it('says that only the oldest are shown where there are more', async () => {
  const letters = Array.from({ length: 200 }, (_none, at) => letter(`letter-${at}`));
  const { page } = await mounted(Queue, { queue: 'crm/notes', letters });
  expect(page.find('[role=note]').exists()).toBe(true);
});

const drawer = () => document.querySelector<HTMLElement>('.el-drawer');

it('shows a dead letter with its whole payload, and drops it from there', async () => {
  const { page, http, confirm, agree } = await mounted(Queue, {
    queue: 'crm/notes',
    letters: [letter('a', { sender: 'billing' })],
  });
  await page.get('[aria-label="Show: a"]').trigger('click');
  await flushPromises();
  expect(page.get('tbody').text()).toContain('billing');
  const text = drawer()?.querySelector('.el-drawer__body')?.textContent ?? '';
  for (const part of ['It is full.', 'billing', '000042', 'orders / mall.paid', messages.letter.sent])
    expect(text).toContain(part);
  expect(drawer()?.querySelector('pre')?.textContent).toContain('"order": 7');
  const button = [...(drawer()?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent.trim() === messages.discard.short,
  );
  expect(button?.classList).toContain('el-button--danger');
  button?.click();
  await flushPromises();
  expect(confirm.open.value?.danger).toBe(true);
  await agree();
  expect(http.post.mock.calls[0]?.[1]).toEqual({ action: 'discard', ids: ['a'] });
  await vi.waitFor(() =>
    expect(drawer()?.closest<HTMLElement>('.el-overlay')?.style.display ?? 'none').toBe('none'),
  );
});

it('leaves out of a dead letter what its sender did not say', async () => {
  const bare = letter('a', { tenantId: null, sentAt: null, exchange: '' });
  const { page } = await mounted(Queue, { queue: 'crm/notes', letters: [bare] });
  await page.get('tbody tr').trigger('click');
  await flushPromises();
  const names = [...(drawer()?.querySelectorAll('dt') ?? [])].map((name) => name.textContent.trim());
  expect(names).toEqual([
    messages.letter.reason,
    messages.letter.id,
    messages.letter.sender,
    messages.letter.route,
  ]);
  const values = [...(drawer()?.querySelectorAll('dd') ?? [])].map((value) => value.textContent.trim());
  expect(values.slice(2)).toEqual([messages.host, 'mall.paid']);
});

it('says what became of letters that were sent again, and looks until nothing waits', async () => {
  vi.useFakeTimers();
  let dead = [letter('a'), letter('b')];
  let waiting = 0;
  const http = {
    get: async (url: string) =>
      url.endsWith('/dead')
        ? dead
        : { queues: [queue('crm/notes', dead.length, { messages: waiting, consumers: 1 })] },
    post: async () => {
      [dead, waiting] = [[], 2];
      return { settled: 2 };
    },
  };
  const { page, confirm } = await mountPage(Queue, {
    ...{ messages: { messaging: messages }, props: { queue: 'crm/notes' }, http: http as never },
    at: '/messaging/list/notes',
  });
  unmount = () => {
    page.unmount();
    vi.useRealTimers();
  };
  await flushPromises();
  await buttonOf(page, messages.redeliver.all)?.trigger('click');
  await confirm.open.value?.run?.();
  confirm.open.value?.answer(true);
  await flushPromises();
  const said = () => page.get('.messaging-outcome').text();
  expect(said()).toBe('2 of 2 messages wait for their listener.');
  [dead, waiting] = [[letter('b')], 0];
  await vi.advanceTimersByTimeAsync(2_000);
  await flushPromises();
  expect(said()).toBe('1 of 2 messages have failed again.');
  expect(page.text()).toContain('It is full.');
});
