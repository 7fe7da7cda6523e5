export type PlannedAction = 'install' | 'upgrade' | 'rollback' | 'uninstall';

interface ApplicationData {
  readonly tables: ReadonlyArray<{ readonly name: string; readonly rows: number }>;
  readonly settings: number;
  readonly dictionaries: number;
  readonly tasks: number;
  readonly unreadNotices: number;
  readonly readNotices: number;
  readonly objects: { readonly count: number; readonly names: readonly string[] };
}

/** What `/app/install/plan` answers. */
export interface OperationPlan {
  readonly action: PlannedAction;
  readonly appCode: string;
  readonly fromVersion: string | null;
  readonly toVersion: string | null;
  readonly shared: boolean;
  readonly packageSize: number;
  readonly files: { readonly placed: readonly string[]; readonly removed: readonly string[] };
  readonly scripts: readonly string[];
  readonly tables: {
    readonly created: readonly string[];
    readonly dropped: readonly string[];
    readonly cleared: readonly string[];
  };
  /** Of a removal. */
  readonly data?: { readonly goes: ApplicationData; readonly stays: ApplicationData };
  readonly menus: Readonly<
    Record<'added' | 'changed' | 'removed', ReadonlyArray<{ readonly menuName: string }>>
  >;
  readonly dependents: ReadonlyArray<{ readonly appCode: string; readonly range: string }>;
  readonly tenants: { readonly total: number; readonly tenantIds: readonly string[] };
  readonly warnings: ReadonlyArray<{ readonly message: string }>;
}

/** A plan as a person reads it: only what the operation touches. */
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
