import { useConfirmed, useText } from '@platform/remote-app/ui';
import { removeItems, type Item } from '../api/items.ts';
import { t } from '../runtime.ts';

/** Actions on items; `afterwards` runs after a change. */
export function useItemActions(afterwards: () => Promise<void>) {
  const text = useText();
  const confirmed = useConfirmed(afterwards);

  async function remove(items: readonly Item[]): Promise<void> {
    const [first] = items;
    if (!first) return;
    const title =
      items.length === 1
        ? t('remove.title', { title: first.title })
        : t('remove.many', { count: items.length });
    await confirmed({
      ask: { title, text: t('remove.text'), confirmText: text('remove'), type: 'danger' },
      work: () => removeItems(items.map((item) => item.id)),
      done: text('removed'),
    });
  }

  return { remove };
}
