export default {
  title: 'System check',
  purpose: 'Problems that would stop or endanger this platform, each with its fix.',
  again: 'Check again',
  version: 'Platform {version}, checked',
  findings: 'Findings',
  severity: { error: 'Error', warning: 'Warning', ok: 'Passed' },
  well: { title: 'All checks passed', text: 'Nothing stands in the way of an upgrade or a restart.' },
  passed: '{count} check passed | {count} checks passed',
};
