import { useConfirmed, useText } from '@platform/remote-app/ui';
import { t } from '../runtime.ts';

export interface Offer {
  readonly id: number;
  readonly name: string;
}

/** Shared actions of promotions and coupons: end early, delete. */
export function useOfferActions(
  kind: 'promotion' | 'coupon',
  calls: { end: (id: number) => Promise<void>; remove: (ids: readonly number[]) => Promise<void> },
  afterwards: () => Promise<void>,
) {
  const text = useText();
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
      ask: { ...texts, confirmText: text('remove'), type: 'danger' },
      work: () => calls.remove([id]),
      done: text('removed'),
    });
  }

  return { end, remove };
}
