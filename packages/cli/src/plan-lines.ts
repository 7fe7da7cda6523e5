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
    ...(files.placed.length > 0 ? [`  places ${files.placed.length} files`] : []),
    ...(files.removed.length > 0 ? [`  removes ${files.removed.length} files`] : []),
    ...lines.filter(([, names]) => names.length > 0).map(([what, names]) => `  ${what}: ${names.join(', ')}`),
  ];
}

function keptWords(data: ApplicationData | undefined): string[] {
  if (!data) return [];
  const { tables, settings, dictionaries, tasks, unreadNotices, readNotices, objects } = data;
  const counted: Array<[number, string]> = [
    [settings, 'settings'],
    [dictionaries, 'dictionaries'],
    [tasks, 'scheduled tasks'],
    [unreadNotices, 'unread notices'],
    [readNotices, 'read notices'],
    [objects.count, `stored files (${objects.names.join(', ')})`],
  ];
  return [
    ...tables.map(({ name, rows }) => `${name} (${rows} rows)`),
    ...counted.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])),
  ];
}
