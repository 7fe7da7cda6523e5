import { useConfirmed } from '@platform/remote-app/ui';
import { t } from '../runtime.ts';

export interface Offer {
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

  async function remove({ id, name }: Offer): Promise<void> {
    const texts = { title: t('remove.title', { name }), text: t(`${kind}.removeText`) };
    await confirmed({
      ask: { ...texts, confirmText: t('ui.remove'), type: 'danger' },
      work: () => calls.remove([id]),
      done: t('ui.removed'),
    });
  }

  return { end, remove };
}
