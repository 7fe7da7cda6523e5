export default {
  title: 'System check',
  purpose: 'What would stop or endanger this platform, and what to do about it.',
  again: 'Check again',
  version: 'Platform {version}, checked',
  findings: 'Findings',
  severity: { error: 'Error', warning: 'Warning', ok: 'Passed' },
  well: { title: 'All checks passed', text: 'Nothing stands in the way of an upgrade or a restart.' },
  passed: '{count} checks passed',
};
