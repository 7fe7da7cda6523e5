export default {
  home: '回到工作台',
  back: '返回上一页',
  notFound: {
    title: '页面不存在',
    text: '{path} 处没有内容。页面可能已移动，或所属应用未安装。',
  },
  forbidden: {
    title: '你没有权限打开此页面',
    text: '你的角色不包含所需权限。如工作需要，请联系管理员。',
  },
  disabled: {
    title: '{name} 已停用',
    text: '此页面属于该应用。数据没有丢失，管理员可以重新启用它。',
  },
  mayEnable: {
    title: '{name} 已停用',
    text: '此页面属于该应用，启用后即可恢复。',
    action: '在“已安装”中启用 {name}',
  },
  unavailable: {
    title: '当前版本没有此页面',
    text: '菜单指向 {component}，而当前版本不包含它。请升级平台或修改菜单。',
  },
};
