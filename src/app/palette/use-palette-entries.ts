import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import { useRouter } from 'vue-router';
import { localeNames, locales } from '@/shared/i18n';
import { accountPath, helpPath, useAppsRefresh } from '@/shared/page';
import { themes, usePreferencesStore } from '@/shared/preferences';
import { useSessionService, useSessionStore } from '@/shared/session';
import { useLanguage } from '../i18n/use-language.ts';
import { isExternal, pagesOf } from '../menus/menu.ts';
import { useMenusStore } from '../menus/menus-store.ts';
import { useRemoteGate } from '../apps/remote-gate.ts';
import { useMenuTitles } from '../tabs/use-menu-titles.ts';
import type { PaletteEntry } from './search-commands.ts';

/** Entries of the palette: pages, actions of the shell, commands of applications. */
export function usePaletteEntries(changePassword: () => void) {
  const { t } = useI18n();
  const router = useRouter();
  const menus = useMenusStore();
  const titles = useMenuTitles();
  const preferences = usePreferencesStore();
  const setLanguage = useLanguage();
  const session = useSessionStore();
  const service = useSessionService();
  const refreshApps = useAppsRefresh();
  const remotes = useRemoteGate();

  const pages = computed((): PaletteEntry[] => [
    { id: 'page:/', kind: 'page', title: t('app.menu.home'), run: async () => void (await router.push('/')) },
    {
      id: 'page:account',
      kind: 'page',
      title: t('app.user.account'),
      run: async () => void (await router.push(accountPath)),
    },
    {
      id: 'page:help',
      kind: 'page',
      title: t('app.user.help'),
      run: async () => void (await router.push(helpPath)),
    },
    ...pagesOf(menus.visible).map((page): PaletteEntry => ({
      id: `page:${page.node.menuKey}`,
      kind: 'page',
      title: titles.ofMenu(page.node),
      context: page.ancestors.map((node) => titles.ofMenu(node)).join(' / '),
      run: async () => {
        if (isExternal(page)) window.open(page.path, '_blank', 'noopener');
        else await router.push(page.path);
      },
    })),
  ]);

  const actions = computed((): PaletteEntry[] => [
    ...(remotes.host.value?.commands.value ?? [])
      .filter((command) => !command.permission || session.can(command.permission))
      .map((command): PaletteEntry => ({
        id: `${command.app}:${command.id}`,
        kind: 'action',
        title: typeof command.title === 'function' ? command.title() : command.title,
        context: remotes.host.value?.nameOf(command.app),
        run: () => command.run(),
      })),
    ...themes.map((theme): PaletteEntry => ({
      id: `theme:${theme}`,
      kind: 'action',
      title: t('app.palette.useTheme', { theme: t(`app.theme.${theme}`) }),
      run: () => void (preferences.theme = theme),
    })),
    ...locales
      .filter((locale) => locale !== preferences.locale)
      .map((locale): PaletteEntry => ({
        id: `locale:${locale}`,
        kind: 'action',
        title: t('app.palette.useLanguage', { language: localeNames[locale] }),
        run: () => setLanguage(locale),
      })),
    { id: 'refresh-apps', kind: 'action', title: t('app.palette.refreshApps'), run: refreshApps },
    { id: 'password', kind: 'action', title: t('app.password.title'), run: changePassword },
    { id: 'logout', kind: 'action', title: t('app.user.logout'), run: () => service.logout() },
  ]);

  return computed(() => [...pages.value, ...actions.value]);
}
