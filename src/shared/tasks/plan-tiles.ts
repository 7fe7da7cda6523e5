import { menuRowName } from '../menus/menu-names.ts';
import type { OperationPlan } from './operation-plan.ts';

export type PlanSign = '+' | '~' | '−';

/** One counted part of a plan, with what it counts. */
export interface PlanTile {
  /** Names its word: `shared.task.plan.tile.<key>`. */
  readonly key: string;
  readonly count: number;
  readonly sign?: PlanSign;
  readonly tone?: 'warn' | 'bad';
  readonly items: readonly PlanItem[];
}

export interface PlanItem {
  readonly name: string;
  readonly rows?: number;
}

/** The counts of a plan (design 15.5). Parts that an operation does not touch are left out. */
export function planTiles(
  plan: OperationPlan,
  permissionWord: (name: string) => string,
  locale: string,
): PlanTile[] {
  const menuNames = (touched: OperationPlan['menus']['added']) =>
    touched.map((menu) => menuRowName(menu, locale));
  const { files, menus, permissions, scripts, tables } = plan;
  const lost = lostRows(plan);
  const tiles: PlanTile[] = [
    named('scripts', scripts, { tone: 'warn' }),
    named('tables', tables.created, { sign: '+' }),
    named('tables', tables.dropped, { sign: '−', tone: 'bad' }),
    named('cleared', tables.cleared, { sign: '−', tone: 'bad' }),
    { key: 'rows', count: sumOf(lost), sign: '−', tone: 'bad', items: lost },
    named('menus', menuNames(menus.added), { sign: '+' }),
    named('menus', menuNames(menus.changed), { sign: '~' }),
    named('menus', menuNames(menus.removed), { sign: '−' }),
    named('files', files.placed, { sign: '+' }),
    named('files', files.removed, { sign: '−' }),
    named(
      'permissions',
      permissions.map(({ name, scope }) =>
        [permissionWord(name), scope.join(', ')].filter(Boolean).join(': '),
      ),
      permissions.some(({ isNew }) => isNew) ? { tone: 'warn' } : {},
    ),
  ];
  return tiles.filter(({ count }) => count > 0);
}

/** Rows that a removal deletes, of each table that it drops or clears. */
export function lostRows({ data, tables }: OperationPlan): Array<Required<PlanItem>> {
  const gone = new Set([...tables.dropped, ...tables.cleared]);
  return (data?.goes.tables ?? []).filter(({ name }) => gone.has(name));
}

function sumOf(items: ReadonlyArray<Required<PlanItem>>): number {
  return items.reduce((sum, { rows }) => sum + rows, 0);
}

function named(key: string, names: readonly string[], look: Pick<PlanTile, 'sign' | 'tone'>): PlanTile {
  return { key, count: names.length, ...look, items: names.map((name) => ({ name })) };
}
