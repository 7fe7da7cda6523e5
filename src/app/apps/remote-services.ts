import type { UiServices } from '@platform/remote-app';
import type { Pinia } from 'pinia';
import { computed } from 'vue';
import type { Router } from 'vue-router';
import type { RemoteAppDescriptor, RemoteHostServices } from '@/remote';
import type { Notices, NoticeTone } from '@/shared/feedback';
import type { HttpClient } from '@/shared/http';
import type { I18nService } from '@/shared/i18n';
import { appIn } from '@/shared/i18n/app-texts.ts';
import type { Navigation } from '@/shared/page';
import type { usePreferencesStore } from '@/shared/preferences';
import type { useSessionStore } from '@/shared/session';
import type { RemoteOverrides } from './remote-overrides.ts';

export interface RemoteServicesOptions {
  http: HttpClient;
  router: Router;
  pinia: Pinia;
  i18n: I18nService;
  session: ReturnType<typeof useSessionStore>;
  preferences: ReturnType<typeof usePreferencesStore>;
  navigation: Navigation;
  notices: Notices;
  ui: Pick<UiServices, 'confirm' | 'message' | 'timeZone'>;
  overrides: Pick<RemoteOverrides, 'apply'>;
  report(error: unknown): void;
}

/** Services that this shell offers to applications. */
export function createRemoteServices(options: RemoteServicesOptions): RemoteHostServices {
  const { http, router, pinia, i18n, session, preferences, navigation, notices, ui } = options;
  const notify = (tone: NoticeTone) => (title: string, text?: string) =>
    notices.show(tone, text ?? '', undefined, title);

  return {
    fetchApps: async () => {
      const apps = await http.get<RemoteAppDescriptor[]>('/app/runtime/remote-apps');
      return (await options.overrides.apply(apps)).map((app) => appIn(app, () => i18n.current()));
    },
    request: (config) => http.raw(config),
    router,
    viewPath: (component) => navigation.pagePath(component),
    pinia,
    locale: computed(() => i18n.current()),
    ...(ui.timeZone ? { timeZone: ui.timeZone } : {}),
    user: () => {
      const user = session.user;
      return {
        userId: user?.userId ?? 0,
        userName: user?.userName ?? '',
        nickName: user?.nickName ?? '',
        avatar: user?.avatar ?? undefined,
        email: user?.email ?? undefined,
        tenantId: user?.tenantId ?? '',
        roles: session.roles,
      };
    },
    permissions: () => session.permissions,
    theme: () => ({ mode: preferences.dark ? 'dark' : 'light', accent: accentOf(preferences.accent) }),
    message: ui.message,
    notify: {
      success: notify('good'),
      info: notify('neutral'),
      warning: notify('warn'),
      error: notify('bad'),
    },
    confirm: ui.confirm,
    dict: (type) => http.get(`/system/dict/data/type/${encodeURIComponent(type)}`),
    appPage: () => (session.can('app:install:list') ? navigation.pagePath('host:installed/list') : undefined),
    loadAgain: () =>
      session.can('app:install:edit')
        ? (code) => http.post<void>(`/app/runtime/applications/${code}/load`, {})
        : undefined,
    report: (app, error, where) => options.report(new Error(`${app}: ${where}`, { cause: error })),
  };
}

/** The accent's value. Reading the accent's name makes it reactive. */
function accentOf(accent: string): string {
  return accent && getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
}
