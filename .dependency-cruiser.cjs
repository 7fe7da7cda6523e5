/** The direction of dependencies (design 1.3). A violation is an error, never a warning. */
const layer = (name, from, to) => ({
  name,
  severity: 'error',
  comment: 'design 1.3: dependency direction',
  from: { path: from, pathNot: '\\.test\\.ts$|/testing/' },
  to: { path: to },
});
/** With main.ts and host.ts: what composes and starts the parts, of which none may know. */
const composing = '^server/src/(startup|cli)/';
const server = (folder, ...forbidden) =>
  layer(
    `server-${folder}`,
    `^server/src/${folder}/`,
    `^server/src/(${[...forbidden, 'doctor', 'startup', 'cli'].join('|')})/`,
  );

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    layer('packages-know-no-host', '^packages/', '^(server|src)/'),
    layer('server-knows-no-shell', '^server/', '^src/'),
    layer('shell-knows-no-server', '^src/', '^server/'),
    layer(
      'host-api-is-a-contract',
      '^packages/host-api/',
      '^packages/(?!host-api/|plugin-sdk/|package-format/)',
    ),
    {
      name: 'shell-takes-types-of-the-host-api',
      severity: 'error',
      comment: 'the schemas would add TypeBox to the first page',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/host-api/', dependencyTypesNot: ['type-only'] },
    },
    layer('nobody-knows-the-deployment', '^(packages|server|src|plugins|frontend)/', '^deploy/'),
    layer('host-knows-no-application', '^(server|src|packages)/', '^(plugins|frontend)/'),
    server(
      'kernel',
      'data',
      'infra',
      'messaging',
      'plugin-runtime',
      'system',
      'scheduler',
      'market',
      'gateway',
      'actuator',
    ),
    server(
      'data',
      'infra',
      'messaging',
      'plugin-runtime',
      'system',
      'scheduler',
      'market',
      'gateway',
      'actuator',
    ),
    server('infra', 'messaging', 'plugin-runtime', 'system', 'scheduler', 'market', 'gateway', 'actuator'),
    server('messaging', 'plugin-runtime', 'system', 'scheduler', 'market', 'gateway', 'actuator'),
    server('plugin-runtime', 'system', 'scheduler', 'market', 'gateway', 'actuator'),
    server('system', 'plugin-runtime', 'scheduler', 'market', 'gateway', 'actuator'),
    server('incidents', 'scheduler', 'market', 'gateway', 'actuator'),
    server('scheduler', 'market', 'gateway', 'actuator'),
    server('market', 'scheduler', 'gateway', 'actuator'),
    server('gateway', 'actuator'),
    server('actuator'),
    // Pairs of folders that import each other are found by scripts/folder-directions.test.ts.
    layer(
      'runtime-contract-is-lowest',
      '^server/src/plugin-runtime/contract/',
      '^server/src/plugin-runtime/(?!contract/)',
    ),
    layer(
      'runtime-loading-composes',
      '^server/src/plugin-runtime/(?!loading/|lifecycle/|testing/)[^/]+/',
      '^server/src/plugin-runtime/(loading|lifecycle)/',
    ),
    layer(
      'runtime-lifecycle-is-highest',
      '^server/src/plugin-runtime/(?!lifecycle/|testing/)[^/]+/',
      '^server/src/plugin-runtime/lifecycle/',
    ),
    {
      name: 'server-public-index',
      severity: 'error',
      comment: 'another folder imports the index, not its inner files',
      from: { path: '^server/src/([^/]+)/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^server/src/([^/]+)/', pathNot: ['^server/src/$1/', '/index\\.ts$', composing] },
    },
    layer('supervisor-knows-no-host', '^server/src/supervisor/', '^(server/src/(?!supervisor/)|packages/)'),
    layer('shell-shared', '^src/shared/', '^src/(remote|features|app)/'),
    layer('shell-remote', '^src/remote/', '^src/(features|app)/'),
    layer('shell-features', '^src/features/', '^src/app/'),
    {
      name: 'features-are-independent',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|target|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'src/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.vue', '.json'],
    },
  },
};
