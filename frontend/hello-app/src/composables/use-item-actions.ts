import { useConfirmed } from '@platform/remote-app/ui';
import { removeItems, type Item } from '../api/items.ts';
import { t } from '../runtime.ts';

/** What can be done with items besides editing; `afterwards` runs when something changed. */
export function useItemActions(afterwards: () => Promise<void>) {
  const confirmed = useConfirmed(afterwards);

  async function remove(items: readonly Item[]): Promise<void> {
    const [first] = items;
    if (!first) return;
    const title =
      items.length === 1
        ? t('remove.title', { title: first.title })
        : t('remove.many', { count: items.length });
    await confirmed({
      ask: { title, text: t('remove.text'), confirmText: t('ui.remove'), type: 'danger' },
      work: () => removeItems(items.map((item) => item.id)),
      done: t('ui.removed'),
    });
  }

  return { remove };
}
