import { tabTitleKey, type RemoteRuntime } from '@platform/remote-app';
import { flushPromises, mount } from '@vue/test-utils';
import type { Component } from 'vue';
import { pageContextKey, type PageContext, type PageMark } from '@/shared/page';
import { createRemoteHost } from '../host.ts';
import RemoteView from '../view/RemoteView.vue';
import { container, createFakeAdapter } from './fake-adapter.ts';
import { createTestServices } from './services.ts';

export type Views = Record<string, Component | (() => Promise<Component>)>;

/**
 * Shows a view of an application `hello` with all of the host but its network.
 *
 * @param views per load of its entry, or the same for all
 */
export function showView(views: Views | ((attempt: number, runtime: RemoteRuntime) => Views), key = 'list') {
  const { adapter, entries } = createFakeAdapter((_entry, attempt) =>
    container((runtime: RemoteRuntime) => ({
      manifest: { code: 'hello', version: '1.0.0' },
      views: typeof views === 'function' ? views(attempt, runtime) : views,
    })),
  );
  let apps = [appOf('1.0.0')];
  let agrees = true;
  const { services, reported, notices } = createTestServices({
    fetchApps: async () => apps,
    confirm: async () => agrees,
    adapter,
  });
  const host = createRemoteHost(services);
  const marks: (PageMark | undefined)[] = [];
  const unsaved: boolean[] = [];
  const titles: string[] = [];
  const page: PageContext = {
    addressOf: (path) => path,
    setMark: (mark) => marks.push(mark),
    setUnsaved: (value) => unsaved.push(value),
  };
  const view = mount(RemoteView, {
    props: { code: 'hello', viewKey: key },
    global: {
      plugins: [services.pinia, services.router, host],
      provide: {
        [pageContextKey as symbol]: page,
        [tabTitleKey as symbol]: (title: string) => titles.push(title),
      },
    },
  });
  /** Changes the tenant's applications and notifies the shell. */
  async function change(version: string | undefined, build?: string): Promise<void> {
    apps = version === undefined ? [] : [appOf(version, build)];
    await host.refresh();
    await flushPromises();
  }
  return {
    view,
    host,
    reported,
    notices,
    entries,
    marks,
    unsaved,
    titles,
    change,
    agree: (to: boolean) => (agrees = to),
  };
}

export const appOf = (version: string, build?: string) => ({
  code: 'hello',
  name: 'Hello',
  version,
  entry: `/remote-apps/hello/index.js?v=${build ?? version}`,
  ...(build === undefined ? {} : { build }),
});
