import { useConfirmed } from '@platform/remote-app/ui';
import { t } from '../runtime.ts';

interface Offer {
  readonly id: number;
  readonly name: string;
}

/** What promotions and coupons have in common: they end before their time, and are deleted. */
export function useOfferActions(
  kind: 'promotion' | 'coupon',
  calls: { end: (id: number) => Promise<void>; remove: (ids: readonly number[]) => Promise<void> },
  afterwards: () => Promise<void>,
) {
  const confirmed = useConfirmed(afterwards);

  async function end({ id, name }: Offer): Promise<void> {
    const texts = { title: t(`${kind}.end.title`, { name }), text: t(`${kind}.end.text`) };
    await confirmed({
      ask: { ...texts, confirmText: t(`${kind}.end.action`), type: 'warning' },
      work: () => calls.end(id),
      done: t(`${kind}.end.done`),
    });
  }

  async function remove(offers: readonly Offer[]): Promise<void> {
    const [first] = offers;
    if (!first) return;
    const title =
      offers.length === 1
        ? t('remove.title', { name: first.name })
        : t('remove.many', { count: offers.length });
    await confirmed({
      ask: { title, text: t(`${kind}.removeText`), confirmText: t('ui.remove'), type: 'danger' },
      work: () => calls.remove(offers.map(({ id }) => id)),
      done: t('ui.removed'),
    });
  }

  return { end, remove };
}
