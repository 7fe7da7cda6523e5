import { Link, Lock, Maximize, Printer, Star } from '@lucide/vue';
import { copyText } from '@platform/remote-app/ui';
import { nextTick, type Component } from 'vue';
import { useI18n } from 'vue-i18n';
import { useRouter } from 'vue-router';
import { useNotices } from '@/shared/feedback';
import { shortcuts } from '@/shared/page';
import { useFavourites } from '@/shared/preferences';
import { useFrameStore } from './frame-store.ts';
import { useLock } from './use-lock.ts';

/** Something that can be done with whatever page is shown. */
export interface PageAction {
  key: string;
  label: string;
  icon: Component;
  shortcut?: string;
  run: () => void;
}

/**
 * Actions on the page that is shown; for menus and the palette, which call it as they are drawn.
 */
export function usePageActions(): () => PageAction[] {
  const { t } = useI18n();
  const router = useRouter();
  const notices = useNotices();
  const favourites = useFavourites();
  const frame = useFrameStore();

  const lock = useLock();

  async function copyLink() {
    const { fullPath } = router.currentRoute.value;
    const done = await copyText(new URL(router.resolve(fullPath).href, window.location.origin).href);
    notices.show(done ? 'good' : 'bad', t(done ? 'app.page.linkCopied' : 'app.page.linkNotCopied'));
  }

  async function toggleFullView() {
    frame.fullView = !frame.fullView;
    await nextTick();
    // The element that had the focus may be gone.
    if (frame.fullView) document.getElementById('page')?.focus({ preventScroll: true });
  }

  return () => {
    const key = router.currentRoute.value.meta.menu?.menuKey;
    const favourite: PageAction[] = key
      ? [
          {
            key: 'favourite',
            label: t(favourites.has(key) ? 'app.favourite.drop' : 'app.favourite.keep'),
            icon: Star,
            shortcut: shortcuts.favourite,
            run: () => favourites.toggle(key),
          },
        ]
      : [];
    return [
      ...favourite,
      {
        key: 'link',
        label: t('app.page.copyLink'),
        icon: Link,
        shortcut: shortcuts.link,
        run: () => void copyLink(),
      },
      {
        key: 'full',
        label: t(frame.fullView ? 'app.page.leaveFull' : 'app.page.full'),
        icon: Maximize,
        shortcut: shortcuts.full,
        run: () => void toggleFullView(),
      },
      { key: 'print', label: t('app.page.print'), icon: Printer, run: () => window.print() },
      {
        key: 'lock',
        label: t('app.lock.lock'),
        icon: Lock,
        shortcut: shortcuts.lock,
        run: () => void lock(),
      },
    ];
  };
}
