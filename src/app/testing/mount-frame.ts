import { uiServicesKey } from '@platform/remote-app';
import { createTestRuntime, createTestUiServices } from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { defineComponent, provide, ref, shallowRef, type VNode } from 'vue';
import { createI18n } from 'vue-i18n';
import { createMemoryHistory, createRouter } from 'vue-router';
import { confirmKey, createConfirmService, createNotices, noticesKey } from '@/shared/feedback';
import { httpKey } from '@/shared/http';
import { createI18nService, i18nServiceKey } from '@/shared/i18n';
import sharedMessages from '@/shared/i18n/messages/en-US';
import { appsRefreshKey, navigationKey } from '@/shared/page';
import { usePreferencesStore } from '@/shared/preferences';
import { sessionServiceKey, useSessionStore } from '@/shared/session';
import { preloaderKey } from '../apps/preloader.ts';
import { remoteGateKey } from '../apps/remote-gate.ts';
import messages from '../i18n/messages/en-US.ts';
import type { MenuNode } from '../menus/menu.ts';
import { placeMenus, pagesOf } from '../menus/menu.ts';
import { useMenusStore } from '../menus/menus-store.ts';
import { createMenuNavigation } from '../menus/navigation.ts';

interface FrameOptions {
  menus?: readonly MenuNode[];
  permissions?: readonly string[];
  /** The HTTP client's methods that are called. */
  http?: object;
  sessionService?: object;
  /** The host of remote applications. */
  remotes?: object;
  /** Runs before the first rendering, where stores are there. */
  before?: () => void;
}

/** Mounts parts of the frame with its stores, menus, routes and English messages. */
export async function mountFrame(render: () => VNode, options: FrameOptions = {}) {
  const nodes = options.menus ?? [];
  const page = { render: () => null };
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      ...pagesOf(placeMenus(nodes)).map(({ path, node, ancestors }) => ({
        path,
        name: node.menuKey,
        component: page,
        meta: { menu: node, ancestors },
      })),
      { path: '/:path(.*)', component: page },
    ],
  });
  await router.push('/');
  const i18n = createI18n({
    legacy: false,
    locale: 'en-US',
    messages: { 'en-US': { app: messages, shared: sharedMessages } },
  });
  const pinia = createPinia();
  const confirm = createConfirmService();
  const notices = createNotices();
  const Frame = defineComponent({
    setup() {
      const menus = useMenusStore();
      menus.nodes = nodes;
      useSessionStore().profile = {
        user: { userId: 7, userName: 'ann', nickName: 'Ann' },
        permissions: options.permissions ?? [],
        roles: [],
        tenant: { tenantId: '000000', name: 'Platform' },
      } as never;
      provide(
        navigationKey,
        createMenuNavigation(menus, () => usePreferencesStore().locale),
      );
      options.before?.();
      return render;
    },
  });
  const wrapper = mount(Frame, {
    attachTo: document.body,
    global: {
      plugins: [pinia, router, i18n],
      provide: {
        [httpKey as symbol]: options.http ?? {},
        [noticesKey as symbol]: notices,
        [confirmKey as symbol]: confirm,
        [i18nServiceKey as symbol]: createI18nService({ locale: 'en-US', catalog: {} }),
        [appsRefreshKey as symbol]: Object.assign(() => Promise.resolve(), { count: ref(0) }),
        [sessionServiceKey as symbol]: options.sessionService ?? {},
        [preloaderKey as symbol]: { soon: () => undefined, cancel: () => undefined },
        [remoteGateKey as symbol]: { host: shallowRef(options.remotes) },
        [uiServicesKey as symbol]: createTestUiServices(createTestRuntime({ code: 'shell' })),
      },
    },
  });
  await flushPromises();
  return { wrapper, router, confirm, notices };
}
