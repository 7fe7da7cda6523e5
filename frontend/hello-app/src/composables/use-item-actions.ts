import { removeItems, type Item } from '../api/items.ts';
import { t, useRuntime } from '../runtime.ts';

/** What can be done with items besides editing; `afterwards` runs when something changed. */
export function useItemActions(afterwards: () => Promise<void>) {
  const { confirm, message } = useRuntime();

  async function remove(items: readonly Item[]): Promise<void> {
    const [first] = items;
    if (!first) return;
    const title =
      items.length === 1
        ? t('remove.title', { title: first.title })
        : t('remove.many', { count: items.length });
    const agreed = await confirm({
      title,
      text: t('remove.text'),
      confirmText: t('action.remove'),
      type: 'danger',
    });
    if (!agreed) return;
    try {
      await removeItems(items.map((item) => item.id));
      message.success(t('remove.done'));
    } catch (error) {
      message.error((error as Error).message);
    }
    await afterwards();
  }

  return { remove };
}
