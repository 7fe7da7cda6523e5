import { computed, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { useRouter, type RouteLocationRaw } from 'vue-router';
import { localeNames, locales } from '@/shared/i18n';
import { useHttp } from '@/shared/http';
import { accountPath, helpPath, shortcuts, useAppsRefresh, useNavigation } from '@/shared/page';
import { themes, useLanguage, usePreferencesStore } from '@/shared/preferences';
import { useSessionService, useSessionStore } from '@/shared/session';
import { useTaskWords } from '@/shared/tasks';
import { isExternal, pagesOf, type PlacedMenu } from '../menus/menu.ts';
import { useMenusStore } from '../menus/menus-store.ts';
import { useRemoteGate } from '../apps/remote-gate.ts';
import { useMenuTitles } from '../tabs/use-menu-titles.ts';
import { usePageActions } from '../actions/use-page-actions.ts';
import { recordSources } from './record-sources.ts';
import type { PaletteEntry, PaletteGroup } from './search-sections.ts';
import { useRecordSearch } from './use-record-search.ts';

/** Pages that were opened last. */
const RECENT = 5;

/**
 * Entries of the palette: pages, applications, actions of the shell, commands of applications, and
 * the records that match what is typed.
 */
export function usePaletteEntries(search: Readonly<Ref<string>>, changePassword: () => void) {
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

  const pageActions = usePageActions();
  const navigation = useNavigation();
  const http = useHttp();
  const words = useTaskWords();
  const go = (to: RouteLocationRaw) => async () => void (await router.push(to));

  const entryOf = (page: PlacedMenu, group: PaletteGroup): PaletteEntry => ({
    id: `${group}:${page.node.menuKey}`,
    group,
    title: titles.ofMenu(page.node),
    context: page.ancestors.map((node) => titles.ofMenu(node)).join(' / '),
    run: async () => {
      if (isExternal(page)) window.open(page.path, '_blank', 'noopener');
      else await router.push(page.path);
    },
  });
  const placed = computed(() => pagesOf(menus.visible));
  const recent = computed(() =>
    preferences.recentPages
      .filter((key) => key !== router.currentRoute.value.name)
      .flatMap((key) => placed.value.find(({ node }) => node.menuKey === key) ?? [])
      .slice(0, RECENT)
      .map((page) => entryOf(page, 'recent')),
  );
  const pages = computed((): PaletteEntry[] => [
    { id: 'page:/', group: 'pages', title: t('app.menu.home'), run: go('/') },
    { id: 'page:account', group: 'pages', title: t('app.user.account'), run: go(accountPath) },
    {
      id: 'page:help',
      group: 'pages',
      title: t('app.user.help'),
      shortcut: shortcuts.help,
      run: go(helpPath),
    },
    ...placed.value.map((page) => entryOf(page, 'pages')),
  ]);
  const applications = computed((): PaletteEntry[] => {
    const byCode = new Map(
      navigation.pages().flatMap((page) => (page.appCode ? [[page.appCode, page] as const] : [])),
    );
    return [...byCode].map(([code, { group, path }]) => ({
      id: `app:${code}`,
      group: 'applications',
      title: group.title,
      context: t('app.palette.kind.open'),
      run: go(navigation.appPath(code) ?? path),
    }));
  });

  const actions = computed((): PaletteEntry[] => [
    ...pageActions().map(({ key, label, shortcut, run }): PaletteEntry => ({
      id: `page-action:${key}`,
      group: 'actions',
      title: label,
      shortcut,
      run,
    })),
    ...(remotes.host.value?.commands.value ?? [])
      .filter((command) => !command.permission || session.can(command.permission))
      .map((command): PaletteEntry => ({
        id: `${command.app}:${command.id}`,
        group: 'actions',
        title: typeof command.title === 'function' ? command.title() : command.title,
        context: remotes.host.value?.nameOf(command.app),
        run: () => command.run(),
      })),
    ...themes.map((theme): PaletteEntry => ({
      id: `theme:${theme}`,
      group: 'actions',
      title: t('app.palette.useTheme', { theme: t(`app.theme.${theme}`) }),
      run: () => void (preferences.theme = theme),
    })),
    ...locales
      .filter((locale) => locale !== preferences.locale)
      .map((locale): PaletteEntry => ({
        id: `locale:${locale}`,
        group: 'actions',
        title: t('app.palette.useLanguage', { language: localeNames[locale] }),
        run: () => setLanguage(locale),
      })),
    { id: 'refresh-apps', group: 'actions', title: t('app.palette.refreshApps'), run: refreshApps },
    { id: 'password', group: 'actions', title: t('app.password.title'), run: changePassword },
    { id: 'logout', group: 'actions', title: t('app.user.logout'), run: () => service.logout() },
  ]);

  const { results, searching, leftOut } = useRecordSearch(search, () =>
    recordSources({
      http,
      navigation,
      can: session.can,
      kindName: (key) => t(`app.palette.kind.${key}`),
      locale: preferences.locale,
      taskTitle: words.title,
    }),
  );
  const records = computed(() =>
    results.value.flatMap(({ source: { key, group }, records: found }) =>
      found.map(({ id, title, context, to }): PaletteEntry => ({
        id: `${key}:${id}`,
        group,
        title,
        context,
        fetched: true,
        run: go(to),
      })),
    ),
  );

  return {
    entries: computed(() => [
      ...recent.value,
      ...pages.value,
      ...applications.value,
      ...actions.value,
      ...records.value,
    ]),
    searching,
    leftOut,
  };
}
