import {
  Cable,
  CircleCheck,
  Coins,
  FileText,
  Files,
  LayoutGrid,
  Trash2,
  TriangleAlert,
  User,
} from '@lucide/vue';
import type { Consequence } from './consequence.ts';
import type { ApplicationData, OperationPlan } from './operation-plan.ts';

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** A plan in sentences, warnings first. Steps that do not apply are omitted. */
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
    ...warnings.map(({ message }) => ({ icon: TriangleAlert, text: message, tone: 'warn' as const })),
    ...line('dropped', withRows(tables.dropped), Trash2, 'bad'),
    ...line('cleared', withRows(tables.cleared), Trash2, 'bad'),
    ...line('dataGoes', keptWords(data?.goes, t), Trash2, 'bad'),
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
      Cable,
    ),
    ...line('scripts', scripts, FileText, 'warn'),
    ...line('created', tables.created, Coins),
    ...line('menusAdded', menuNames('added'), LayoutGrid),
    ...line('menusChanged', menuNames('changed'), LayoutGrid),
    ...line('menusRemoved', menuNames('removed'), LayoutGrid),
    ...line(
      'dependents',
      dependents.map(({ appCode, range }) => `${appCode} (${range})`),
      Cable,
    ),
    ...line('filesPlaced', files.placed, Files),
    ...line('filesRemoved', files.removed, Files),
    ...line(
      'tablesStay',
      data?.stays.tables.map(({ name }) => withRowCount(name, data.stays, t)) ?? [],
      Coins,
    ),
    ...line('dataStays', keptWords(data?.stays, t), CircleCheck),
  ];
}

/** "demo_item (2 rows)", if the plan counted rows. */
function withRowCount(name: string, data: ApplicationData | undefined, t: Translate): string {
  const rows = data?.tables.find((table) => table.name === name)?.rows;
  return rows === undefined ? name : t('shared.task.plan.rows', { name, count: rows });
}

/** Counts of an application's data besides tables; stored files are named. */
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
