import type { ExportLocale } from '@platform/host-api';

/** Titles of the columns in Chinese, by the English ones. */
const CHINESE = {
  Address: '地址',
  Application: '应用',
  'As tenant': '代入租户',
  Below: '上级部门',
  Bytes: '字节数',
  Category: '分类',
  Cause: '原因',
  Client: '客户端',
  Code: '编码',
  Created: '创建时间',
  Cron: 'Cron 表达式',
  Department: '部门',
  Dictionary: '字典',
  Email: '邮箱',
  Enabled: '已启用',
  Error: '错误',
  Event: '事件',
  Expires: '到期时间',
  Given: '授予',
  Head: '负责人',
  Job: '作业',
  Key: '标识',
  Kind: '类别',
  Label: '标签',
  'Last address': '最近使用地址',
  'Last login': '最近登录',
  'Last run': '上次运行',
  'Last seen': '最近活动',
  'Last used': '最近使用',
  Method: '请求方法',
  Milliseconds: '毫秒数',
  Name: '名称',
  'Next run': '下次运行',
  Operation: '操作',
  Order: '顺序',
  Path: '路径',
  Phone: '电话',
  Posts: '岗位',
  Public: '公开',
  Published: '已发布',
  Reason: '失败原因',
  Remark: '备注',
  Request: '请求编号',
  Roles: '角色',
  Scopes: '权限范围',
  Since: '开始时间',
  Status: '状态码',
  Storage: '存储',
  Subject: '对象',
  Success: '成功',
  Taken: '收回',
  Tenant: '租户',
  Text: '正文',
  Time: '时间',
  'Time zone': '时区',
  Title: '标题',
  Type: '类型',
  User: '用户',
  'User name': '用户名',
  "User's tenant": '用户所属租户',
  Users: '用户数',
  Value: '值',
  'Visible from': '显示开始',
  'Visible until': '显示截止',
} as const;

export type ExportTitle = keyof typeof CHINESE;

export const titleIn = (locale: ExportLocale, title: ExportTitle): string =>
  locale === 'zh-CN' ? CHINESE[title] : title;

const ENGLISH = new Map(
  Object.entries(CHINESE).flatMap(([english, chinese]) =>
    [english, chinese].map((title) => [title.toLowerCase(), english as ExportTitle] as const),
  ),
);

/** The English title of one in any language, in any case. */
export const englishOf = (title: string): ExportTitle | undefined => ENGLISH.get(title.toLowerCase());
