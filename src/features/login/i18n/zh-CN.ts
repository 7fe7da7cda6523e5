export default {
  title: '登录',
  heading: '登录{name}',
  text: '请使用管理员为你开通的账号。',
  username: '用户名',
  password: '密码',
  tenant: '租户',
  otherTenant: '登录其他租户',
  submit: '登录',
  busy: '正在登录…',
  capsLock: '大写锁定已开启。',
  light: '浅色外观',
  dark: '深色外观',
};
