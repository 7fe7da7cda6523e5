import {
  CircleCheck,
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
import type { ApplicationData, OperationPlan } from './operation-plan.ts';

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** A plan in sentences: warnings first, what does not happen left out. */
export function planLines(plan: OperationPlan, t: Translate): Consequence[] {
  const { needed, files, scripts, tables, menus, dependents, tenants, warnings, data } = plan;
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
  const withRows = (names: readonly string[]) => names.map((name) => withRowCount(name, data?.goes, t));
  const ids = tenants.tenantIds.length > 0 ? ` (${tenants.tenantIds.join(', ')})` : '';
  return [
    ...warnings.map(({ message }) => ({ icon: WarningFilled, text: message, tone: 'warn' as const })),
    ...line('dropped', withRows(tables.dropped), Delete, 'bad'),
    ...line('cleared', withRows(tables.cleared), Delete, 'bad'),
    ...line('dataGoes', keptWords(data?.goes, t), Delete, 'bad'),
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
    ...line('scripts', scripts, Document, 'warn'),
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
    ...line(
      'tablesStay',
      data?.stays.tables.map(({ name }) => withRowCount(name, data.stays, t)) ?? [],
      Coin,
    ),
    ...line('dataStays', keptWords(data?.stays, t), CircleCheck),
  ];
}

/** "demo_item (2 rows)", where the plan has counted them. */
function withRowCount(name: string, data: ApplicationData | undefined, t: Translate): string {
  const rows = data?.tables.find((table) => table.name === name)?.rows;
  return rows === undefined ? name : t('shared.task.plan.rows', { name, count: rows });
}

/** What an application keeps beside its tables, each counted; stored files are named. */
function keptWords(data: ApplicationData | undefined, t: Translate): string[] {
  if (!data) return [];
  const { objects } = data;
  const counts = (['settings', 'dictionaries', 'tasks', 'unreadNotices', 'readNotices'] as const).flatMap(
    (kind) => (data[kind] === 0 ? [] : [t(`shared.task.plan.kept.${kind}`, { count: data[kind] })]),
  );
  if (objects.count === 0) return counts;
  const more = objects.count > objects.names.length ? ', …' : '';
  const names = objects.names.join(', ') + more;
  return [...counts, t('shared.task.plan.kept.objects', { count: objects.count, names })];
}
