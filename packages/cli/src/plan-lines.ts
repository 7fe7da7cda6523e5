import type { ApplicationData, OperationPlan } from '@platform/host-api';

/** Formats a plan as text, with only the parts that the operation touches. */
export function planLines(plan: OperationPlan): string[] {
  const { action, appCode, fromVersion, toVersion, files, scripts, tables, menus } = plan;
  const versions = [fromVersion, toVersion].filter((version) => version !== null).join(' → ');
  const lines: Array<[string, readonly string[]]> = [
    ['runs scripts', scripts],
    ['creates tables', tables.created],
    ['DROPS TABLES', tables.dropped],
    ["DELETES THIS TENANT'S ROWS IN", tables.cleared],
    ['adds menus', menus.added.map(({ menuName }) => menuName)],
    ['changes menus', menus.changed.map(({ menuName }) => menuName)],
    ['removes menus', menus.removed.map(({ menuName }) => menuName)],
    ['DELETES', keptWords(plan.data?.goes)],
    ['keeps', keptWords(plan.data?.stays)],
    ['affects applications', plan.dependents.map((one) => `${one.appCode} (needs ${one.range})`)],
    ['affects tenants', plan.tenants.tenantIds],
    ['note', plan.warnings.map(({ message }) => message)],
  ];
  return [
    `${action} ${appCode}${versions ? ` ${versions}` : ''}`,
    ...(files.placed.length > 0 ? [`  places ${amount(files.placed.length, 'file', 'files')}`] : []),
    ...(files.removed.length > 0 ? [`  removes ${amount(files.removed.length, 'file', 'files')}`] : []),
    ...lines.filter(([, names]) => names.length > 0).map(([what, names]) => `  ${what}: ${names.join(', ')}`),
  ];
}

function keptWords(data: ApplicationData | undefined): string[] {
  if (!data) return [];
  const { tables, settings, dictionaries, tasks, unreadNotices, readNotices, objects } = data;
  const counted: Array<[count: number, one: string, many: string, more?: string]> = [
    [settings, 'setting', 'settings'],
    [dictionaries, 'dictionary', 'dictionaries'],
    [tasks, 'scheduled task', 'scheduled tasks'],
    [unreadNotices, 'unread notice', 'unread notices'],
    [readNotices, 'read notice', 'read notices'],
    [objects.count, 'stored file', 'stored files', ` (${objects.names.join(', ')})`],
  ];
  return [
    ...tables.map(({ name, rows }) => `${name} (${amount(rows, 'row', 'rows')})`),
    ...counted.flatMap(([count, one, many, more = '']) =>
      count > 0 ? [amount(count, one, many) + more] : [],
    ),
  ];
}

const amount = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
