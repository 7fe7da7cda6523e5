import { inject, toValue, watch, type InjectionKey, type MaybeRefOrGetter } from 'vue';

/** Names the tab of a page. */
export type TabTitle = (title: string) => void;

/** Provided by the host, for each page. */
export const tabTitleKey: InjectionKey<TabTitle> = Symbol.for('platform.tab-title');

/**
 * Names tab and document after what the view shows, such as a record: otherwise the tabs of two
 * records have the name of one menu, which also stands there until there is a title. The tab keeps
 * its title while another one is shown. Has no effect without a host. Use within setup.
 *
 * @example `useTabTitle(() => order.value?.number)`
 */
export function useTabTitle(title: MaybeRefOrGetter<string | undefined>): void {
  const name = inject(tabTitleKey, undefined);
  if (!name) return;
  const tell = (value: string | undefined): void => {
    if (value) name(value);
  };
  watch(() => toValue(title), tell, { immediate: true });
}
