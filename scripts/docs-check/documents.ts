/** Documents whose commands are run, in this order. */
export const documents: readonly string[] = [
  'README.md',
  'docs/getting-started.md',
  'docs/operating.md',
  'docs/configuration.md',
  'docs/several-hosts.md',
  'docs/scaling.md',
  'docs/security.md',
  'docs/messages.md',
];
