import { useConfirmed, useText } from '@platform/remote-app/ui';
import { removeProducts, type Product } from '../api/products.ts';
import { t } from '../runtime.ts';

/** Actions on products; `afterwards` runs after a change. */
export function useProductActions(afterwards: () => Promise<void>) {
  const text = useText();
  const confirmed = useConfirmed(afterwards);

  async function remove(products: readonly Product[]): Promise<void> {
    const [first] = products;
    if (!first) return;
    const title =
      products.length === 1
        ? t('remove.title', { name: first.name })
        : t('remove.many', { count: products.length });
    await confirmed({
      ask: { title, text: t('product.removeText'), confirmText: text('remove'), type: 'danger' },
      work: () => removeProducts(products.map(({ id }) => id)),
      done: text('removed'),
    });
  }

  return { remove };
}
