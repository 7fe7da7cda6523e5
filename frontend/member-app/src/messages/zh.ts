import type en from './en.ts';

const zh: typeof en = {
  list: {
    title: '会员',
    purpose: '会员及其等级与积分。',
    empty: '还没有会员。',
    noMatch: '没有符合条件的会员。',
    failed: '会员加载失败。',
    total: '共 {count} 位会员',
    pageSize: '每页条数',
    perPage: '{count} 条/页',
  },
  field: {
    name: '姓名',
    phone: '手机号',
    level: '等级',
    points: '积分',
    status: '状态',
    since: '入会时间',
    actions: '操作',
  },
  level: { bronze: '铜卡', silver: '银卡', gold: '金卡' },
  status: { active: '正常', frozen: '已冻结' },
  action: {
    search: '查询',
    reset: '重置',
    add: '新增会员',
    edit: '编辑',
    remove: '删除',
    removeSelected: '删除 {count} 位',
    save: '保存',
    cancel: '取消',
    retry: '重试',
    details: '请求编号：{id}',
  },
  dialog: { add: '新增会员', edit: '编辑会员', discard: '放弃已填写的内容？', discardAction: '放弃' },
  remove: {
    title: '删除 {name}？',
    many: '删除 {count} 位会员？',
    text: '积分将一并清除，且无法恢复。',
    done: '已删除。',
  },
  rule: {
    nameRequired: '请填写姓名。',
    nameLength: '最多 100 个字符。',
    phone: '3 至 30 位数字、空格、括号或连字符，可以 + 开头。',
  },
  saved: '已保存。',
};

export default zh;
