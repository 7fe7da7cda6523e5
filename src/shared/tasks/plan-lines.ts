import {
  Coin,
  Connection,
  Delete,
  Document,
  Files,
  Grid,
  User,
  WarningFilled,
} from '@element-plus/icons-vue';
import type { Consequence } from './consequence.ts';
import type { OperationPlan } from './operation-plan.ts';

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** A plan in sentences: warnings first, what does not happen left out. */
export function planLines(plan: OperationPlan, t: Translate): Consequence[] {
  const { needed, files, scripts, tables, menus, dependents, tenants, warnings } = plan;
  const line = (
    key: string,
    names: readonly string[],
    icon: Consequence['icon'],
    tone?: Consequence['tone'],
  ) =>
    names.length === 0
      ? []
      : [
          {
            icon,
            text: t(`shared.task.plan.${key}`, { names: names.join(', '), count: names.length }),
            tone,
          },
        ];
  const menuNames = (kind: keyof OperationPlan['menus']) => menus[kind].map((menu) => menu.menuName);
  const ids = tenants.tenantIds.length > 0 ? ` (${tenants.tenantIds.join(', ')})` : '';
  return [
    ...warnings.map(({ message }) => ({ icon: WarningFilled, text: message, tone: 'warn' as const })),
    ...line('dropped', tables.dropped, Delete, 'bad'),
    ...line('cleared', tables.cleared, Delete, 'bad'),
    ...(tenants.total > 0
      ? [
          {
            icon: User,
            text: t('shared.task.plan.tenants', { count: tenants.total }) + ids,
            tone: 'warn' as const,
          },
        ]
      : []),
    ...line(
      'needed',
      needed.map(({ appCode, version }) => `${appCode} ${version}`),
      Connection,
    ),
    ...line('scripts', scripts, Document),
    ...line('created', tables.created, Coin),
    ...line('menusAdded', menuNames('added'), Grid),
    ...line('menusChanged', menuNames('changed'), Grid),
    ...line('menusRemoved', menuNames('removed'), Grid),
    ...line(
      'dependents',
      dependents.map(({ appCode, range }) => `${appCode} (${range})`),
      Connection,
    ),
    ...line('filesPlaced', files.placed, Files),
    ...line('filesRemoved', files.removed, Files),
  ];
}
