import { uiServicesKey, tabTitleKey } from '@platform/remote-app';
import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { ref, type Component } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import { confirmKey, createConfirmService, createNotices, noticesKey } from '../feedback/index.ts';
import { httpKey, type HttpClient } from '../http/index.ts';
import { createI18nService, type Locale } from '../i18n/index.ts';
import shared from '../i18n/messages/en-US.ts';
import { appsRefreshKey, navigationKey, nowKey, pageContextKey, type AppsRefresh } from '../page/index.ts';
import { usePreferencesStore } from '../preferences/index.ts';
import { useSessionStore } from '../session/index.ts';
import { createUiServices } from '../ui/ui-services.ts';

export interface PageUnderTest {
  /** Messages of its feature, by the feature's name. */
  readonly messages: Readonly<Record<string, object>>;
  readonly props?: object;
  readonly permissions?: readonly string[];
  readonly http: Partial<HttpClient>;
  /** Address of the page. */
  readonly at?: string;
  /** Pages of the side menu, with the members that the page reads. */
  readonly menuPages?: ReadonlyArray<object>;
  /** Services that the frame does not provide to every page. */
  readonly provide?: Readonly<Record<symbol, unknown>>;
}

/**
 * Mounts a page in English with what the frame provides; host pages lie below `/<feature>/<page>`.
 */
export async function mountPage(
  page: object,
  { messages, props = {}, permissions = [], http, at = '/', menuPages = [], provide = {} }: PageUnderTest,
) {
  const pinia = createPinia();
  setActivePinia(pinia);
  useSessionStore().profile = { permissions } as never;
  const { i18n } = createI18nService({ locale: 'en-US', catalog: {} });
  i18n.global.setLocaleMessage('en-US', { shared, ...messages });
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)', component: { render: () => null } }],
  });
  await router.push(at);
  const now = ref(Date.now());
  const confirm = createConfirmService();
  const notices = createNotices();
  const ui = createUiServices({
    ...{ i18n, now, confirm, notices },
    tables: usePreferencesStore(pinia),
    timeZone: ref(undefined),
  });
  const count = ref(0);
  const refreshApps: AppsRefresh = Object.assign(async () => void (count.value += 1), { count });
  const titles: string[] = [];
  const wrapper = mount(page as Component, {
    props,
    attachTo: document.body,
    global: {
      plugins: [pinia, i18n, router],
      provide: {
        [uiServicesKey]: ui,
        [confirmKey as symbol]: confirm,
        [noticesKey as symbol]: notices,
        [nowKey as symbol]: now,
        [httpKey as symbol]: http as HttpClient,
        [appsRefreshKey as symbol]: refreshApps,
        [tabTitleKey as symbol]: (title: string) => void titles.push(title),
        [pageContextKey as symbol]: {
          setUnsaved: () => undefined,
          setMark: () => undefined,
          addressOf: (path: string) => path,
        },
        [navigationKey as symbol]: {
          pagePath: (component: string) => `/${component.slice(5)}`,
          appPath: (appCode: string) => `/${appCode}/items`,
          pages: () => menuPages,
        },
        ...provide,
      },
    },
  });
  await flushPromises();
  const speak = async (locale: Locale) => {
    i18n.global.locale.value = locale;
    await flushPromises();
  };
  return { page: wrapper, router, titles, confirm, notices, refreshApps, speak };
}
