/**
 * English messages of findings about a package, each with its sentence in Chinese, by code. The
 * place stands beside a finding, so that the sentence leaves it out.
 */
export const PACKAGE_MESSAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PACKAGE_CODE_MISMATCH: {
    'The package is for "{app}", but it was uploaded for "{other}".':
      '安装包属于“{app}”，而上传的目标是“{other}”。',
  },
  PACKAGE_NAME_MISMATCH: {
    'The file is named "{file}", but a package of {app} {version} must be named "{name}".':
      '文件名是“{file}”，而 {app} {version} 的安装包必须名为“{name}”。',
  },
  PACKAGE_WRAPPED: {
    'All files are in the folder "{folder}"; they must be at the root of the archive.':
      '所有文件都在文件夹“{folder}”内，而它们必须位于压缩包的根目录。',
  },
  PERMISSIONS_ASKED: {
    '/permissions: the application requests {permissions}.': '应用请求权限：{permissions}。',
  },
  PLATFORM_RANGE_UNMET: {
    '/platform: {range} excludes {version}, so no host of that version installs the package.':
      '{range} 不包含 {version}，该版本的主机不能安装此安装包。',
  },
  MANIFEST_CODE_RESERVED: {
    '{at}: "{code}" is the first segment of a path of the host.': '“{code}”是主机路径的第一段。',
  },
  MANIFEST_FIELD_UNKNOWN: {
    '{at} is not a known field; it is kept and ignored.': '{at} 不是已知字段，会保留并忽略。',
  },
  MANIFEST_TEXT_HIDDEN: {
    '{at}: |the character U+{character} is invisible, or changes the direction of the text.':
      '字符 U+{character} 不可见，或会改变书写方向。',
    '{at}: |the text is blank, or stacks marks on a letter.': '文本为空白，或在字母上叠加了符号。',
  },
  ASSETS_MISSING: {
    '/assets: the application has neither a backend nor a frontend.': '应用既没有后端也没有前端。',
  },
  ASSET_BACKEND_NAME: {
    '{at}: |found "{found}", expected "{expected}".': 'assets.backend 是“{found}”，应为“{expected}”。',
  },
  ASSET_FRONTEND_PATH: { '{at}: "{file}" is not in frontend/.': '“{file}”不在 frontend/ 下。' },
  MENU_KEY_PREFIX: {
    '{at}: |key "{key}" does not start with "{app}:".': '菜单标识“{key}”没有以“{app}:”开头。',
  },
  MENU_PATH_RESERVED: {
    '{at}: "{path}" is the first segment of a path of the host.': '“{path}”是主机路径的第一段。',
  },
  MENU_PERMISSION_RESERVED: {
    '{at}: "{key}" grants every permission that matches "{permission}" to roles with this menu.':
      '拥有菜单“{key}”的角色会得到与“{permission}”匹配的所有权限。',
    '{at}: "{key}" grants the host\'s permission "{permission}" to roles with this menu.':
      '拥有菜单“{key}”的角色会得到主机的权限“{permission}”。',
  },
  FRONTEND_ENTRY_MISSING: {
    'assets.frontend names "{file}", which the package does not contain.':
      'assets.frontend 指定了“{file}”，而安装包中没有它。',
  },
  FRONTEND_ENTRY_EXPORTS: {
    '"{file}" exports neither "get" nor "install" nor a default, so the shell cannot load it.':
      '“{file}”没有导出 get、install 或默认值，界面无法加载它。',
  },
  FRONTEND_UNDECLARED: {
    'The package has frontend files, but assets.frontend names no entry.':
      '安装包有前端文件，但 assets.frontend 没有指定入口。',
  },
  FRONTEND_DESCRIPTION_MISSING: {
    '{file} is missing, so view keys cannot be checked.': '缺少 {file}，无法检查视图。',
  },
  FRONTEND_DESCRIPTION_INVALID: {
    '{file} does not state code and views.': '{file} 没有写明编码和视图。',
  },
  MIGRATION_TOUCHES_MENU: {
    '{at}: |it {does} {table}, but menus may be declared in app.json only (M1).':
      '脚本写入 {table}，而菜单只能在 app.json 中声明。',
  },
  MIGRATION_COPIES_FOREIGN_ROWS: {
    '{at}: |it writes rows that it reads from {table}, which belongs to another application.':
      '脚本写入从 {table} 读取的数据，而该表属于其他应用。',
  },
  MIGRATION_READS_FOREIGN_TABLE: {
    '{at}: |it reads {table}, which does not belong to the application.':
      '脚本读取了不属于应用的表 {table}。',
  },
  MIGRATION_FOREIGN_TABLE: {
    '{at}: |it {does} {table}, which does not belong to the application.':
      '脚本修改了不属于应用的表 {table}。',
  },
};
