import type { HostWork, PlatformNode } from '@platform/host-api';
import { ChoiceFilter } from '@platform/remote-app/ui';
import { flushPromises } from '@vue/test-utils';
import type { DefineComponent } from 'vue';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import Monitor from './list.vue';

/** The types of a wrapper leave out the properties of a generic component. */
const Chooser = ChoiceFilter as unknown as DefineComponent<{
  label: string;
  choices: unknown;
  modelValue?: string;
}>;
const node = (nodeId: string, pid: number) => ({ nodeId, machine: 'host-1', pid }) as PlatformNode;
const TWO = [node('a', 11), node('b', 22)];
const WORK: HostWork = {
  ...{ nodeId: 'a', machine: 'host-1', pid: 11, uptimeSeconds: 60, heapLimitBytes: 1, pool: null },
  ...{ routes: [], statements: [] },
};
const PERMISSIONS = ['monitor:node:list', 'monitor:diagnosis:query'];

async function shown(tab: string, nodes: readonly PlatformNode[], permissions = PERMISSIONS) {
  const get = vi.fn(async (url: string, _options?: { readonly params?: object }): Promise<unknown> => {
    if (url === '/monitor/work') return WORK;
    return url === '/monitor/loggers' ? [] : new Promise(() => undefined);
  });
  const post = vi.fn(async (): Promise<unknown> => null);
  const list = vi.fn(async () => ({ total: nodes.length, rows: nodes }));
  const mounted = await mountPage(Monitor, {
    messages: { monitor: messages },
    permissions,
    http: { get, post, list } as never,
    at: `/monitor/list${tab === 'load' ? '' : `?tab=${tab}`}`,
  });
  const chooser = () =>
    mounted.page.findAllComponents(Chooser).find((each) => /host/i.test(each.props('label')));
  const choose = async (nodeId: string | undefined): Promise<void> => {
    chooser()?.vm.$emit('update:modelValue', nodeId);
    await flushPromises();
  };
  const paramsOf = (url: string) => get.mock.calls.findLast(([asked]) => asked === url)?.[1]?.params;
  return { ...mounted, get, post, chooser, choose, paramsOf };
}

describe('design 12: the choice of a host', () => {
  afterEach(() => void (document.body.innerHTML = ''));

  it('is kept from tab to tab: load, parts, slow work, diagnosis', async () => {
    const { page, router, chooser, choose, paramsOf } = await shown('load', TWO);
    expect(chooser()?.props('label')).toBe('All hosts');
    expect(chooser()?.props('choices')).toEqual([
      { value: 'a', label: 'host-1 · 11' },
      { value: 'b', label: 'host-1 · 22' },
    ]);
    await choose('b');
    expect(paramsOf('/monitor/series')).toMatchObject({ nodeId: 'b' });
    await router.push('/monitor/list?tab=parts');
    await flushPromises();
    expect(chooser()?.props()).toMatchObject({ label: 'Any host', modelValue: 'b' });
    expect(paramsOf('/monitor/health')).toMatchObject({ nodeId: 'b' });
    await router.push('/monitor/list?tab=work');
    await flushPromises();
    expect(chooser()?.props()).toMatchObject({ label: 'Any host', modelValue: 'b' });
    expect(paramsOf('/monitor/work')).toMatchObject({ nodeId: 'b' });
    await choose(undefined);
    expect(paramsOf('/monitor/work')).toMatchObject({ nodeId: undefined });
    page.unmount();
  });

  it('is not offered where there is one host, nobody may see them, or a tab is of all', async () => {
    for (const [tab, nodes, permissions] of [
      ['work', [node('a', 11)], PERMISSIONS],
      ['work', TWO, []],
      ['loggers', TWO, PERMISSIONS],
    ] as const) {
      const { page, chooser } = await shown(tab, nodes, [...permissions]);
      expect(chooser(), tab).toBeUndefined();
      page.unmount();
    }
  });

  it('shows slow requests of a host that does not answer any more', async () => {
    const { page, get, choose, paramsOf } = await shown('work', TWO);
    get.mockImplementation(async (url: string) => {
      if (url === '/monitor/work') throw new Error('No host.');
      return [];
    });
    await choose('b');
    expect(page.text()).toContain('No host.');
    expect(paramsOf('/monitor/slow-requests')).toMatchObject({ nodeId: 'b' });
    expect(page.text()).toContain('No request took longer than 100 ms');
    page.unmount();
  });

  it('names the host whose heap is fetched, once it can be', async () => {
    const clicked: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      clicked.push(this.getAttribute('href') ?? '');
    });
    const { page, post, choose } = await shown('diagnosis', TWO);
    await choose('b');
    const [profile, heap] = page.findAll('section button');
    for (const button of [profile, heap]) {
      await button?.trigger('click');
      await flushPromises();
    }
    expect(post.mock.calls).toEqual([
      ['/monitor/diagnosis', undefined, { params: { kind: 'profile', nodeId: 'b' } }],
      ['/monitor/diagnosis', undefined, { params: { kind: 'heap', nodeId: 'b' } }],
    ]);
    expect(clicked).toEqual([
      '/prod-api/monitor/cpu-profile?seconds=10&nodeId=b',
      '/prod-api/monitor/heap-snapshot?nodeId=b',
    ]);
    click.mockRestore();
    page.unmount();
  });

  it('shows why the file of a host cannot be had, and what to do', async () => {
    const { page, post } = await shown('diagnosis', TWO);
    const details = { params: { machine: 'host-2', url: 'http://host-2:8080/actuator/heapdump?worker=1' } };
    const refusal = Object.assign(new Error('No.'), { code: 'NODE_ELSEWHERE', status: 409, details });
    post.mockRejectedValueOnce(refusal);
    await page.findAll('section button')[1]?.trigger('click');
    await flushPromises();
    const alert = page.get('[role="alert"]').text();
    expect(alert).toContain('A heap snapshot is a file on host-2');
    expect(alert).toContain('http://host-2:8080/actuator/heapdump?worker=1');
    page.unmount();
  });
});
