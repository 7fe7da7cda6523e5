export default {
  title: '任务',
  purpose: '每一次安装、升级和卸载的完整步骤。',
  task: '任务',
  back: '返回任务列表',
  facts: '概要',
  fact: { app: '应用', version: '版本', id: '编号' },
  report: '报告',
  by: '由 {name} 发起',
  column: {
    what: '操作',
    status: '状态',
    step: '步骤',
    actor: '发起人',
    started: '开始时间',
    duration: '用时',
  },
  filter: { state: '状态', all: '全部', app: '应用' },
  moves: {
    title: '存储之间的文件迁移',
    what: '将文件从 {from} 迁移到 {to}',
    count: '{moved} / {total} 个文件',
  },
  empty: {
    title: '暂无操作',
    text: '安装、升级或卸载的步骤与日志会记录在这里。',
  },
};
