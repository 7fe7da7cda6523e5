export default {
  title: '系统检查',
  purpose: '检查会使平台停止运行或带来风险的问题，并给出处理办法。',
  again: '重新检查',
  version: '平台 {version}，检查时间',
  findings: '检查结果',
  severity: { error: '错误', warning: '警告', ok: '正常' },
  well: { title: '一切正常', text: '没有妨碍升级或重启的问题。' },
  passed: '{count} 项检查正常',
};
