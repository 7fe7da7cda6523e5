import { onScopeDispose, watch } from 'vue';
import { countItems, countMembers, getShop } from '../api/figures.ts';
import { useRuntime } from '../runtime.ts';
import { useEnabledApps, useSource } from './use-source.ts';

/** All sources of the board; an event of an application refreshes its figures. */
export function useSources(days: () => number) {
  const { events } = useRuntime();
  const enabled = useEnabledApps();
  const shop = useSource({ code: 'mall', permission: 'mall:stat:view' }, enabled, (signal) =>
    getShop(days(), signal),
  );
  const members = useSource({ code: 'member', permission: 'member:member:list' }, enabled, (signal) =>
    countMembers(days(), signal),
  );
  const items = useSource({ code: 'hello', permission: 'hello:item:list' }, enabled, (signal) =>
    countItems(days(), signal),
  );

  async function load(): Promise<void> {
    await Promise.all([shop.load(), members.load(), items.load()]);
  }

  watch(days, load);
  onScopeDispose(events.on('member:changed', () => void members.load()));
  onScopeDispose(events.on('hello:changed', () => void items.load()));

  return { shop, members, items, load };
}
