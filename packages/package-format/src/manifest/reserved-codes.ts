/** First path segments that belong to the host (design 9.5-29). A host adds those of its own routes. */
export const RESERVED_CODES: readonly string[] = [
  'app',
  'auth',
  'system',
  'resource',
  'open',
  'actuator',
  'monitor',
  'prod-api',
  'remote-apps',
  'minio',
  'upload',
  'v3',
  'sandbox',
  'tool',
  'platform',
  'host',
];
