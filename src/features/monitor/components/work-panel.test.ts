import { flushPromises } from '@vue/test-utils';
import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import WorkPanel from './WorkPanel.vue';

const route = (uri: string, figure: number) => ({
  ...{ method: 'GET', uri, application: 'hello' },
  ...{ count: figure, errors: -figure, meanMs: figure, p95Ms: -figure, longestMs: figure },
});
const statement = (text: string, figure: number) => ({
  ...{ statement: text, application: 'hello' },
  ...{ count: figure, failures: -figure, meanMs: figure, totalMs: -figure },
});
const WORK = {
  ...{ nodeId: 'a', machine: 'host-1', pid: 11, uptimeSeconds: 60, heapLimitBytes: 1, pool: null },
  routes: [route('/few', 1), route('/many', 9)],
  statements: [statement('select few', 1), statement('select many', 9)],
};

it('issue I: puts routes and statements into the order of any of their figures', async () => {
  const { page } = await mountPage(WorkPanel, {
    messages: { monitor: messages },
    props: { api: { work: async () => WORK }, nodeId: undefined },
    http: { get: async () => [] } as never,
  });
  await flushPromises();
  for (const table of page.findAll('table')) {
    const heads = table.findAll('th button');
    expect(heads.length).toBeGreaterThan(3);
    for (const [place, head] of heads.entries()) {
      await head.trigger('click');
      expect(table.find('tbody tr').text(), head.text()).toContain(place % 2 === 0 ? 'many' : 'few');
    }
  }
  page.unmount();
});
