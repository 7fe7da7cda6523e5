import { flushPromises, mount } from '@vue/test-utils';
import { h } from 'vue';
import { expect, it } from 'vitest';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import { createRemoteHost } from '../host.ts';
import { container, createFakeAdapter } from '../testing/fake-adapter.ts';
import { createTestServices } from '../testing/services.ts';
import RemoteView from './RemoteView.vue';

const hello: RemoteAppDescriptor = { code: 'hello', name: 'Hello', version: '1.0.0', entry: '/index.js?v=1' };
const list = { render: () => h('p', 'the list') };

/** A view `list` of an application whose builds have the views given, one after the other. */
function show(builds: readonly object[], app: Partial<RemoteAppDescriptor> = {}) {
  let apps = [{ ...hello, ...app }];
  const { adapter } = createFakeAdapter((_entry, attempt) =>
    container(() => ({ manifest: { code: 'hello', version: '1.0.0' }, views: builds[attempt - 1] })),
  );
  const { services } = createTestServices({ fetchApps: async () => apps, appPage: () => '/', adapter });
  const host = createRemoteHost(services);
  const view = mount(RemoteView, {
    props: { code: 'hello', viewKey: 'list' },
    global: { plugins: [services.pinia, services.router, host] },
  });
  async function build(name: string): Promise<void> {
    apps = [{ ...hello, entry: `/index.js?v=${name}`, build: name }];
    await host.refresh();
    await flushPromises();
  }
  return { view, host, build };
}

it('findings: remotes 9: a missing view appears once another build contains it', async () => {
  const { view, host, build } = show([{ lst: list }, { list }]);
  await flushPromises();
  expect(view.text()).toContain('REMOTE_VIEW_MISSING');
  await build('mended');
  expect(view.text()).toBe('the list');
  host.dispose();
});

it('findings: remotes 10: an incompatible application does not offer a retry first', async () => {
  const { view, host } = show([], { shared: { vue: '^2.0.0' } });
  await flushPromises();
  const actions = view.findAll('.actions > *').map((action) => action.text());
  expect(actions).toEqual(['Open the application’s page', 'Retry', 'Copy details']);
  expect(view.get('.primary').text()).toBe('Open the application’s page');
  host.dispose();
});

it('design 10.3: an application in quarantine says so, and whoever may loads it again', async () => {
  const quarantined = { ...hello, quarantined: true };
  let apps: RemoteAppDescriptor[] = [quarantined];
  const loaded: string[] = [];
  const { adapter, entries } = createFakeAdapter(() =>
    container(() => ({ manifest: { code: 'hello', version: '1.0.0' }, views: { list } })),
  );
  const { services } = createTestServices({
    fetchApps: async () => apps,
    appPage: () => '/',
    adapter,
    loadAgain: () => async (code) => {
      loaded.push(code);
      apps = [hello];
    },
  });
  const host = createRemoteHost(services);
  const view = mount(RemoteView, {
    props: { code: 'hello', viewKey: 'list' },
    global: { plugins: [services.pinia, services.router, host] },
  });
  await flushPromises();
  expect(view.text()).toContain('Hello is in quarantine.');
  expect(entries).toEqual([]);
  const actions = view.findAll('.actions > *');
  expect(actions.map((action) => action.text())).toEqual([
    'Open the application’s page',
    'Load again',
    'Retry',
    'Copy details',
  ]);
  await actions[1]?.trigger('click');
  await flushPromises();
  expect(loaded).toEqual(['hello']);
  expect(view.text()).toBe('the list');
  host.dispose();
});

it('a load that fails again is a notice, and its page stays', async () => {
  const { adapter } = createFakeAdapter(() => container(() => ({})));
  const { services, notices } = createTestServices({
    fetchApps: async () => [{ ...hello, quarantined: true }],
    adapter,
    loadAgain: () => () => Promise.reject(new Error('init threw')),
  });
  const host = createRemoteHost(services);
  const view = mount(RemoteView, {
    props: { code: 'hello', viewKey: 'list' },
    global: { plugins: [services.pinia, services.router, host] },
  });
  await flushPromises();
  await view.findAll('.actions > *')[0]?.trigger('click');
  await flushPromises();
  expect(notices.join()).toContain('Hello');
  expect(view.text()).toContain('Hello is in quarantine.');
  host.dispose();
});
