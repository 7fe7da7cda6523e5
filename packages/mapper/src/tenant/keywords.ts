/** Words behind the condition of an update or delete. */
export const conditionEnds = ['order', 'limit', 'returning'] as const;

/** Words that end a list of tables. */
export const endsFrom: ReadonlySet<string> = new Set([
  ...conditionEnds,
  ...[
    'where',
    'group',
    'having',
    'offset',
    'fetch',
    'union',
    'intersect',
    'except',
    'minus',
    'window',
    'for',
  ],
  ...['into', 'select', 'set', 'values'],
]);

/** Words behind a table that are not its alias. */
export const aliasWords: ReadonlySet<string> = new Set([
  ...endsFrom,
  ...[
    'as',
    'on',
    'using',
    'join',
    'inner',
    'left',
    'right',
    'full',
    'cross',
    'natural',
    'straight_join',
    'lock',
  ],
  ...['use', 'force', 'ignore', 'indexed', 'not', 'tablesample', 'partition', 'default', 'do', 'conflict'],
]);
