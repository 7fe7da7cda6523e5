import { computed, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { useRoute } from 'vue-router';
import { useSiteStore } from '@/shared/site';
import { useMenuTitles } from '../tabs/use-menu-titles.ts';
import { useTabsStore } from '../tabs/tabs-store.ts';
import { tabOf } from '../tabs/use-route-tab.ts';

/** Sets the document's title from page and installation: "Tasks · Application platform". */
export function useDocumentTitle(): void {
  const { t, locale } = useI18n();
  const route = useRoute();
  const site = useSiteStore();
  const tabs = useTabsStore();
  const titles = useMenuTitles();
  const title = computed(() => {
    const name = site.nameIn(locale.value) ?? t('app.name');
    if (route.matched.length === 0) return name;
    return `${titles.ofTab(tabs.of(tabOf(route)))} · ${name}`;
  });
  // Set on each navigation, because a remote view may have changed it.
  watch([title, () => route.path], ([text]) => void (document.title = text), { immediate: true });
}
