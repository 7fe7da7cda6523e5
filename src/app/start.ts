import { uiServicesKey } from '@platform/remote-app';
import { createPinia } from 'pinia';
import type { App as VueApp } from 'vue';
import { computed, createApp, nextTick, watch } from 'vue';
import { createRouter, createWebHistory } from 'vue-router';
import './theme/layers.css';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/element-plus.css';
import './theme/base.css';
import './theme/touch.css';
import './theme/print.css';
import './router/route-meta.ts';
import { confirmKey, createConfirmService, createNotices, noticesKey } from '@/shared/feedback';
import { loadChineseWords } from '@/shared/feedback/words/chinese-words.ts';
import { useNoticesStore } from '@/features/notices';
import { createHttpClient, httpKey } from '@/shared/http';
import { createI18nService, i18nServiceKey } from '@/shared/i18n';
import { appsRefreshKey, navigationKey, nowKey, startClock } from '@/shared/page';
import { createPermissionDirective } from '@/shared/permission';
import { createUiServices } from '@/shared/ui/ui-services.ts';
import { knownZone, sharePreferences, usePreferencesStore } from '@/shared/preferences';
import {
  createAuthApi,
  createReauthentication,
  createSessionMarks,
  createShellLock,
  proofKey,
  readCookie,
  reauthenticationKey,
  sessionServiceKey,
  useSessionStore,
} from '@/shared/session';
import { useSiteStore } from '@/shared/site';
import App from './App.vue';
import { createAppsRefresh } from './apps/apps-refresh.ts';
import { followApps } from './apps/follow-apps.ts';
import { createPreloader, preloaderKey } from './apps/preloader.ts';
import { createRemoteGate, remoteGateKey } from './apps/remote-gate.ts';
import { createRemoteOverrides, remoteOverridesKey, takeRemoteOverrides } from './apps/remote-overrides.ts';
import { createRemoteServices } from './apps/remote-services.ts';
import { createViewUsage } from './apps/view-usage.ts';
import { createMessageCatalog } from './i18n/catalog.ts';
import { useMenusStore } from './menus/menus-store.ts';
import { followRecent } from './menus/follow-recent.ts';
import { createMenuNavigation } from './menus/navigation.ts';
import { installChunkRecovery } from './router/chunk-recovery.ts';
import { installGuard } from './router/guard.ts';
import { createMenuRouter } from './router/menu-router.ts';
import { createPageSources } from './router/page-sources.ts';
import { createStartFailure } from './router/start-failure.ts';
import { staticRoutes } from './router/static-routes.ts';
import { createSessionService } from './session/create-session-service.ts';
import { enterSession } from './session/enter-session.ts';
import { followIdle } from './session/follow-idle.ts';
import { followActingTenant } from './session/follow-acting-tenant.ts';
import { createTabSignal } from './session/tab-signal.ts';
import { followTabs } from './tabs/follow-tabs.ts';
import { createTabsMemory } from './tabs/tabs-memory.ts';
import { useTabsStore } from './tabs/tabs-store.ts';
import { applySiteAccent, applyTheme } from './theme/apply-theme.ts';

/** Composes and mounts the shell. Every service with a lifetime is created here, once. */
export async function startShell(target: Element): Promise<VueApp> {
  const pinia = createPinia();
  const preferences = usePreferencesStore(pinia);
  const session = useSessionStore(pinia);
  const tabs = useTabsStore(pinia);
  applyTheme(preferences, document.documentElement);

  const i18n = createI18nService({ locale: preferences.locale, catalog: createMessageCatalog() });
  const marks = createSessionMarks(localStorage, () => Date.now());
  const shellLock = createShellLock(localStorage);
  const reauthentication = createReauthentication();
  const proof = createReauthentication();
  const notices = createNotices();
  const confirm = createConfirmService();
  session.mark = marks.read();
  const ended = new AbortController();

  const http = createHttpClient({
    session: {
      current: () => session.mark?.since,
      actingTenant: () => session.profile && (session.acting ? session.tenant?.tenantId : 'none'),
      csrfToken: () => session.mark && readCookie(document.cookie, session.mark.csrfCookie),
      reauthenticate: () => (session.profile ? reauthentication.request() : Promise.resolve(false)),
      prove: () => proof.request(),
      ended: ended.signal,
    },
    locale: () => i18n.current(),
    refused: () => i18n.current() === 'zh-CN' && loadChineseWords(),
  });
  const leave = (address = '/login') => window.location.assign(address);
  const actingTenant = createTabSignal('acting-tenant');
  const sessionService = createSessionService({
    http,
    session,
    marks,
    reauthentication,
    proof,
    end: () => ended.abort(),
    leave,
    actingTenant,
    shellLock,
    here: () => router.currentRoute.value.fullPath,
    unsaved: () => tabs.unsaved,
  });
  window.addEventListener('storage', (event) => sessionService.follow(event));
  // The way back may lead to a page that the browser has kept from before the lock.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && shellLock.read()) window.location.reload();
  });

  takeRemoteOverrides(window);
  const router = createRouter({
    history: createWebHistory(),
    routes: staticRoutes(
      () => import('./layout/ShellLayout.vue'),
      () => import('./layout/LockedPage.vue'),
    ),
  });
  const start = createStartFailure(router, () => window.location.pathname + window.location.search);
  const app = createApp(App, { notices, start });
  app.use(pinia).use(i18n.i18n);
  app.provide(httpKey, http);
  app.provide(i18nServiceKey, i18n);
  app.provide(sessionServiceKey, sessionService);
  app.provide(reauthenticationKey, reauthentication);
  app.provide(proofKey, proof);
  app.provide(confirmKey, confirm);
  app.provide(noticesKey, notices);
  const { now } = startClock();
  app.provide(nowKey, now);
  const ui = createUiServices({
    ...{ i18n: i18n.i18n, now, confirm, notices, tables: preferences },
    timeZone: computed(() => knownZone(preferences.timeZone)),
  });
  app.provide(uiServicesKey, ui);
  app.directive('permission', createPermissionDirective(session.can));

  const menus = useMenusStore(pinia);
  const site = useSiteStore(pinia);
  applySiteAccent(preferences, site, document.documentElement);
  const navigation = createMenuNavigation(menus, () => preferences.locale);
  const report = (error: unknown) => window.reportError(error);
  const { t } = i18n.i18n.global;
  const overrides = createRemoteOverrides({
    storage: sessionStorage,
    isDevelopment: () => http.get('/platform/development/remotes').then(() => true),
    confirm: (code, origin) =>
      confirm.ask({
        title: t('app.override.question', { code, origin }),
        consequences: [t('app.override.consequence')],
        action: t('app.override.load', { code }),
        danger: true,
      }),
    refused: (codes) => notices.show('warn', t('app.override.refused', { codes: codes.join(', ') })),
  });
  app.provide(remoteOverridesKey, overrides);
  const remotes = createRemoteGate(app, () =>
    createRemoteServices({
      http,
      router,
      pinia,
      i18n,
      session,
      preferences,
      navigation,
      notices,
      ui,
      overrides,
      report,
    }),
  );
  const pages = createPageSources(() => remotes.view());
  const menuRouter = createMenuRouter(router, pages);
  app.provide(navigationKey, navigation);
  app.provide(remoteGateKey, remotes);

  const auth = createAuthApi(http);
  const readProfile = async () => void (session.profile = await auth.profile(false));
  const refresh = createAppsRefresh({
    menus,
    readProfile,
    remotes,
    menuRouter,
    tabs,
    router,
    notices,
    t,
  });
  app.provide(appsRefreshKey, refresh);

  const usage = createViewUsage(localStorage);
  const preloader = createPreloader({
    fetchApplication: (code) => remotes.preload(code),
    loadPage: (feature, page) => Promise.all([pages.hostPage(feature, page)?.(), i18n.load(feature)]),
    loadCommonParts: () => import('./apps/common-parts.ts'),
    usage,
    savesData: () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true,
    whenIdle: (work) =>
      void (window.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 3_000)))(work),
  });
  app.provide(preloaderKey, preloader);
  router.afterEach(({ meta }, _from, failure) => {
    if (!failure && meta.component) usage.note(meta.component);
  });
  watch(
    () => session.profile !== undefined,
    (entered, _before, onCleanup) => {
      if (!entered) return;
      onCleanup(
        sharePreferences(
          preferences,
          session.profile?.user.userId ?? 0,
          session.profile?.preferences ?? {},
          (change) => http.put('/system/user/preferences', change),
        ),
      );
      onCleanup(
        followApps({
          http,
          refresh,
          onDeveloped: () => remotes.refresh(),
          onNotice: () => useNoticesStore(pinia).changed(),
        }),
      );
      onCleanup(
        followIdle({
          storage: localStorage,
          now: () => Date.now(),
          lockAfter: () => preferences.lockAfter,
          unsaved: () => tabs.unsaved,
          lock: () => sessionService.lock(),
        }),
      );
      void overrides.settle();
      preloader.usual(new Set(menus.byComponent.keys()));
    },
  );

  watch(
    () => preferences.locale,
    (locale) => {
      const before = i18n.current();
      // The language of the person arrives with the login.
      if (locale !== before) void i18n.setLocale(locale).catch(() => (preferences.locale = before));
    },
  );

  followActingTenant({
    actingTenant,
    session,
    readProfile: () => auth.profile(false),
    reload: () => window.location.reload(),
  });
  installGuard(router, {
    session,
    shellLock,
    i18n,
    async enter() {
      session.profile = await enterSession({
        readProfile: () => auth.profile(true),
        loadMenus: () => menus.load(true),
        leaveTenant: auth.leaveTenant,
        onLeft: () => notices.show('warn', t('app.acting.left')),
      });
      menuRouter.sync(menus.pages);
    },
    dropSession() {
      marks.clear();
      session.$reset();
      menus.$reset();
    },
  });
  installChunkRecovery(
    router,
    (path) => window.location.assign(path),
    (error) => start.take(error) || notices.show('bad', t('app.pageFailed'), error),
  );
  followTabs(router, tabs, i18n, createTabsMemory(sessionStorage), () => session.user?.userName, preferences);
  followRecent(router, menus, preferences);
  app.config.errorHandler = (error) => {
    notices.show('bad', t('app.unexpected.text'), error, t('app.unexpected.title'));
    report(error);
  };

  await Promise.all([i18n.load('shared'), i18n.load('app')]);
  // The page of a login names the tenant; a session has one.
  const asked = new URLSearchParams(window.location.search).get('tenant') ?? undefined;
  if (!session.mark) void site.load(asked);
  watch(
    () => session.tenant?.tenantId,
    (tenantId) => tenantId && void site.load(tenantId),
  );
  watch(
    () => site.config.favicon,
    (favicon) => favicon && document.querySelector('link[rel="icon"]')?.setAttribute('href', favicon),
  );
  app.use(router);
  await router.isReady().catch(() => undefined);
  app.mount(target);
  // Any element or component of an application can reach the app, so `unmount` is disabled.
  Object.defineProperty(app, 'unmount', {
    value: () => {
      throw new Error('The shell cannot be unmounted: it ends with its page.');
    },
  });
  await nextTick();
  return app;
}
