import type { ItemStatus } from './items.ts';

export const itemStatuses: readonly ItemStatus[] = ['open', 'done'];
