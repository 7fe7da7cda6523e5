import type { DictItem } from '@platform/remote-app';
import type { Pinia } from 'pinia';
import { computed } from 'vue';
import type { Router } from 'vue-router';
import type { RemoteAppDescriptor, RemoteHostServices } from '@/remote';
import type { ConfirmService, Notices, NoticeTone } from '@/shared/feedback';
import type { HttpClient } from '@/shared/http';
import type { I18nService } from '@/shared/i18n';
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
  confirm: ConfirmService;
  overrides: Pick<RemoteOverrides, 'apply'>;
  report(error: unknown): void;
}

/** What applications get from this shell. */
export function createRemoteServices(options: RemoteServicesOptions): RemoteHostServices {
  const { http, router, pinia, i18n, session, preferences, navigation, notices, confirm } = options;
  const say = (tone: NoticeTone) => (text: string) => notices.show(tone, text);
  const notify = (tone: NoticeTone) => (title: string, text?: string) =>
    notices.show(tone, text ?? '', undefined, title);
  const { t } = i18n.i18n.global;

  return {
    fetchApps: async () =>
      options.overrides.apply(await http.get<RemoteAppDescriptor[]>('/app/runtime/remote-apps')),
    request: (config) => http.raw(config),
    router,
    viewPath: (component) => navigation.pagePath(component),
    pinia,
    locale: computed(() => i18n.current()),
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
    message: { success: say('good'), info: say('neutral'), warning: say('warn'), error: say('bad') },
    notify: {
      success: notify('good'),
      info: notify('neutral'),
      warning: notify('warn'),
      error: notify('bad'),
    },
    confirm: ({ title, text, confirmText, type }) =>
      confirm.ask({
        title,
        consequences: text ? [text] : [],
        action: confirmText ?? t('app.goOn'),
        danger: type === 'danger',
      }),
    dict: (type) => http.get<DictItem[]>(`/system/dict/data/type/${encodeURIComponent(type)}`),
    appPage: () => (session.can('app:install:list') ? navigation.pagePath('host:installed/list') : undefined),
    report: (app, error, where) => options.report(new Error(`${app}: ${where}`, { cause: error })),
  };
}

/** The accent's value; read when its name changes, which is what makes it reactive. */
function accentOf(accent: string): string {
  return accent && getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
}
