export default {
  title: 'Examination',
  purpose: 'What would stop or endanger this platform, and what to do about it.',
  again: 'Examine again',
  version: 'Platform {version}, examined',
  findings: 'Findings',
  severity: { error: 'Error', warning: 'Warning', ok: 'In order' },
  well: { title: 'Everything is in order', text: 'Nothing stands in the way of an upgrade or a restart.' },
  passed: 'In order: {count} checks',
};
