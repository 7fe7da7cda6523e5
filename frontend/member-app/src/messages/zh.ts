import type en from './en.ts';

const zh: typeof en = {
  list: {
    title: '会员',
    purpose: '会员及其等级与积分。',
    empty: '还没有会员。',
  },
  field: {
    name: '姓名',
    phone: '手机号',
    level: '等级',
    points: '积分',
    status: '状态',
    since: '入会时间',
    source: '来源',
    sourceUnknown: '未知',
  },
  level: { bronze: '铜卡', silver: '银卡', gold: '金卡' },
  status: { active: '正常', frozen: '已冻结' },
  action: { add: '新增会员' },
  dialog: { add: '新增会员', edit: '编辑会员' },
  remove: {
    title: '删除 {name}？',
    many: '删除 {count} 位会员？',
    text: '积分将一并清除，且无法恢复。',
  },
  rule: {
    nameRequired: '请填写姓名。',
    nameLength: '最多 100 个字符。',
    phone: '3 至 30 位数字、空格、括号或连字符，可以 + 开头。',
  },
};

export default zh;
