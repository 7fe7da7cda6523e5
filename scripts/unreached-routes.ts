interface Unreached {
  readonly reason: string;
  readonly routes: readonly string[];
}

/** Routes that no page needs, and why. An address may end in `*`. (decision 0427) */
export const UNREACHED_ROUTES: readonly Unreached[] = [
  {
    reason: 'Monitoring tools use it, with credentials of their own. Pages have the same from /monitor.',
    routes: ['GET /actuator*', 'POST /actuator/loggers/:name'],
  },
  {
    reason: 'Other platforms and hosts use the catalog, with a token of their own.',
    routes: ['GET /app/catalog/*'],
  },
  {
    reason: 'The packager uses it during development; it exists with platform.development only.',
    routes: ['PUT /platform/development/*', 'GET /platform/development/*', 'DELETE /platform/development/*'],
  },
  {
    reason: 'A login provider sends the browser, or a message, there.',
    routes: ['GET /auth/oidc/:provider/callback', 'POST /auth/oidc/:provider/backchannel-logout'],
  },
  {
    reason: 'The server gives out the whole address, in a field that the page follows.',
    routes: [
      'GET /resource/oss/:ossId/link',
      'GET /app/market/:appCode/icon',
      'GET /system/user/avatar/:tenantId/:ossId',
    ],
  },
  {
    reason: 'Applications and scripts read it; pages have it as a part of something else.',
    routes: [
      'GET /v3/api-docs',
      'GET /app/runtime/enabled-apps',
      'GET /system/config/value/:configKey',
      'GET /system/notice/published',
    ],
  },
  {
    reason: 'Another address of the same, which the specification names.',
    routes: [
      'GET /resource/oss/list',
      'POST /resource/oss/upload',
      'GET /resource/oss/:ossId/download',
      'POST /system/messaging/queues/:queue/redeliver',
    ],
  },
  {
    reason: 'Dictionaries stand beside their entries, not in a table; their entries are exported.',
    routes: ['GET /system/dict/type/export'],
  },
];
