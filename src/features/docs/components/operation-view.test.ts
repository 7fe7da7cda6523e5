import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import type { Operation } from '../model/openapi.ts';
import OperationView from './OperationView.vue';

const reading: Operation = {
  ...{ key: 'GET /item/{id}', method: 'GET', path: '/item/{id}', summary: '', description: '' },
  ...{ access: 'login', permission: undefined, body: undefined, answer: undefined },
  parameters: [{ name: 'id', place: 'path', required: true, type: 'integer', description: '' }],
} as never;
const writing: Operation = {
  ...{ ...reading, key: 'POST /item', method: 'POST', path: '/item', parameters: [] },
  body: { mediaType: 'application/json', schema: { type: 'object', properties: {} } },
};

async function shown(operation: Operation, raw = vi.fn()) {
  const { page } = await mountPage(OperationView, {
    messages: { docs: messages },
    props: { operation },
    http: { raw },
  });
  const send = () => page.findAll('button').find((button) => button.classes().includes('el-button--primary'));
  return { page, raw, send };
}

it('sends a request once its path is complete, and shows the answer', async () => {
  const raw = vi.fn(async () => ({ status: 200, data: { title: 'Milk' } }));
  const { page, send } = await shown(reading, raw);
  expect(send()?.attributes('disabled')).toBeDefined();
  expect(page.text()).toContain('id');
  await page.get('input').setValue('7');
  expect(send()?.attributes('disabled')).toBeUndefined();
  await send()?.trigger('click');
  await flushPromises();
  expect(raw).toHaveBeenCalledExactlyOnceWith({ method: 'GET', url: '/item/7' });
  expect(page.get('.operation__answer').text()).toBe('{\n  "title": "Milk"\n}');
  expect(page.get('[role=status]').text()).toContain('200');
  expect(page.find('[role=alert]').exists()).toBe(false);
  page.unmount();
});

it('shows text as it is, and cuts off what only programs read', async () => {
  const raw = vi.fn(async () => ({ status: 200, data: 'x'.repeat(20_001) }));
  const { page, send } = await shown(writing, raw);
  await send()?.trigger('click');
  await flushPromises();
  expect(page.get('.operation__answer').text()).toBe('x'.repeat(20_000));
  page.unmount();
});

it('sends the JSON that was written, and nothing where it is none', async () => {
  const { page, raw, send } = await shown(
    writing,
    vi.fn(async () => ({ status: 200, data: null })),
  );
  await page.get('textarea').setValue('{"a":1}');
  await send()?.trigger('click');
  await flushPromises();
  expect(raw).toHaveBeenLastCalledWith({ method: 'POST', url: '/item', data: { a: 1 } });
  await page.get('textarea').setValue('{a');
  await send()?.trigger('click');
  await flushPromises();
  expect(raw).toHaveBeenCalledOnce();
  expect(page.get('[role=alert]').text()).toBe(messages.notJson);
  expect(page.find('.operation__answer').exists()).toBe(false);
  page.unmount();
});

it('shows why the host refused', async () => {
  const refusal = new ApiError({ code: 'X', status: 400, message: 'The item is locked.' });
  const { page, send } = await shown(
    writing,
    vi.fn(() => Promise.reject(refusal)),
  );
  await send()?.trigger('click');
  await flushPromises();
  expect(page.get('[role=alert]').text()).toContain('The item is locked.');
  page.unmount();
});

it.each([
  ['of the monitoring', { access: 'monitoring' }],
  ['with a file', { body: { mediaType: 'multipart/form-data', schema: {} } }],
  ['that stream', { answer: { mediaType: 'text/event-stream', schema: {} } }],
])('offers no try of operations %s', async (_which, change) => {
  const { page, send } = await shown({ ...reading, parameters: [], ...change } as never);
  expect(send()).toBeUndefined();
  page.unmount();
});
