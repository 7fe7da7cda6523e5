import type en from './en.ts';

const zh: typeof en = {
  list: {
    title: '问候事项',
    purpose: '待办与已完成的问候事项。',
    empty: '还没有事项。',
  },
  field: { title: '标题', status: '状态', remark: '备注', updated: '更新时间' },
  status: { open: '进行中', done: '已完成' },
  action: { add: '新增事项' },
  dialog: { add: '新增事项', edit: '编辑事项' },
  remove: { title: '删除“{title}”？', many: '删除 {count} 项？', text: '删除后无法恢复。' },
  rule: {
    titleRequired: '请填写标题。',
    titleLength: '最多 200 个字符。',
    remarkLength: '最多 500 个字符。',
  },
  demo: {
    title: '主机服务',
    purpose: '应用可以调用的主机服务，结果实时返回。',
    call: '调用',
    notCalled: '尚未调用。',
    greet: '问候',
    greetText: '最小的接口：不访问数据库。',
    config: '配置',
    configText: '通过 ConfigService 读取主机配置。',
    ossUrl: '存储地址',
    ossUrlText: '通过 OssService 将对象编号转换为访问地址。',
    ossId: '对象编号',
    whoami: '当前用户',
    whoamiText: '通过 LoginHelper 获取当前登录用户。',
    member: '会员',
    memberText: '通过 MemberServiceLocator 调用会员应用；未安装时自动降级。',
    userId: '用户编号',
    name: '姓名',
    newMember: '欢迎新会员 {names}！',
    message: '消息',
    messageText: '应答之后继续处理：监听器接收后，以通知的形式返回。',
  },
};

export default zh;
