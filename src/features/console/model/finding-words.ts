import type { ErrorDetail } from '@/shared/http';

const PACKAGER = '请使用打包工具生成安装包。';
const AGAIN = '请重新下载或重新生成安装包。';
const REMOVE = '请移除该文件。';
const RENAME = '请重命名该文件。';
const BUILD_BACKEND = '修改 app.json 后请重新构建后端。';
const BUILD_FRONTEND = '请使用 defineRemoteApp 构建前端。';

/** Problem and remedy of each finding of the inspector in Chinese, by code. */
const CHINESE: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  PACKAGE_NOT_ZIP: ['文件名不以 .zip 结尾，或文件为空。', '请上传打包工具生成的安装包。'],
  PACKAGE_TOO_LARGE: ['安装包超过 200 MB。', '请移除应用不需要的内容。'],
  PACKAGE_TOO_MANY_ENTRIES: ['安装包的文件超过 20,000 个。', '请移除不需要的文件。'],
  PACKAGE_UNPACKED_SIZE: ['安装包解压后超过 1 GB。', '请移除不需要的内容。'],
  PACKAGE_RATIO: ['解压后的大小超过压缩大小的 200 倍，与压缩炸弹相似。', '请移除填充和重复的内容。'],
  PACKAGE_WRAPPED: ['所有文件都在一个文件夹内，而它们必须位于压缩包的根目录。', '请压缩该文件夹的内容。'],
  PACKAGE_NAME_MISMATCH: ['文件名不是“编码-版本.zip”。', '请保留打包工具给出的文件名。'],
  PACKAGE_CODE_MISMATCH: ['安装包属于另一个应用。', '请选择正确的安装包，或在对应的应用下上传。'],
  PACKAGE_UNSIGNED: ['安装包没有签名。', '打包时请勿使用 -NoSign，或运行 npm run package -- sign <zip>。'],
  PACKAGE_SIGNATURE_INVALID: [
    '签名校验失败：签名后文件有变动、编码或版本与清单不一致、密钥已吊销，或签名文件格式不正确。',
    '请向发布者重新获取安装包，或重新签名。',
  ],
  PACKAGE_SIGNATURE_UNVERIFIABLE: [
    '无法校验签名：主机不信任签名所用的密钥，或安装包无法读取。',
    '请使用受信任的密钥签名，或将发布者的公钥加入受信任的密钥。',
  ],
  ZIP_END_MISSING: ['文件没有结束记录：不是 ZIP、被截断，或其后还有其他内容。', AGAIN],
  ZIP_COMMENT: ['压缩包带有注释，其中可能隐藏数据。', PACKAGER],
  ZIP_EXTRA_FIELD: ['某个文件的附加字段不常见、重复或过长，可能改变文件名或隐藏数据。', PACKAGER],
  ZIP_DIRECTORY_DAMAGED: ['压缩包的目录与结束记录不一致。', AGAIN],
  ZIP_DIRECTORY_TOO_LARGE: ['压缩包的目录超过 16 MB。', '请减少文件数。'],
  ZIP_MULTI_DISK: ['压缩包被分割为多个文件。', '请生成为单个文件。'],
  ZIP64_DISHONEST: ['64 位字段缺失，或与 32 位字段矛盾，不同程序会读出不同内容。', PACKAGER],
  ZIP_LOCAL_HEADER: ['目录指向的位置没有文件。', AGAIN],
  ZIP_HEADERS_DISAGREE: ['文件头与目录矛盾。', PACKAGER],
  ZIP_OVERLAP: ['两个文件共用同一段数据。', PACKAGER],
  ZIP_HIDDEN_DATA: ['文件之前或之间有不属于任何文件的数据。', PACKAGER],
  ENTRY_OUTSIDE_LAYOUT: [
    '文件不属于安装包的结构。',
    '根目录只能有 app.json、signature.txt、backend/、frontend/ 和 migrations/。',
  ],
  ENTRY_EXTENSION_FORBIDDEN: ['不允许此类型的文件。', REMOVE],
  ENTRY_DUPLICATE: ['同一名称出现两次。', '请只保留一个。'],
  ENTRY_COLLISION: ['两个名称只有大小写或 Unicode 形式不同，或文件夹与文件同名。', '请重命名其中一个。'],
  ENTRY_NAME_ENCODING: ['文件名不是 UTF-8，或未标明为 UTF-8。', PACKAGER],
  ENTRY_NAME_CONTROL: ['文件名包含控制字符。', RENAME],
  ENTRY_NAME_BACKSLASH: ['文件名包含反斜杠。', '请用 / 分隔文件夹。'],
  ENTRY_NAME_ABSOLUTE: ['文件名以 / 或盘符开头。', '请使用相对路径。'],
  ENTRY_NAME_TRAVERSAL: ['路径中有空的、“.”或“..”的部分。', '请使用普通路径。'],
  ENTRY_NAME_RESERVED: ['该名称被 Windows 保留或无法写入。', RENAME],
  ENTRY_NAME_NOT_NFC: ['文件名不是 Unicode NFC 形式。', PACKAGER],
  ENTRY_NAME_LENGTH: ['文件名为空或过长。', '请缩短文件名。'],
  ENTRY_LINK: ['此项是符号链接。', '请打包文件本身。'],
  ENTRY_SPECIAL: ['此项是设备、管道、套接字，或带数据的文件夹。', '请只打包普通文件。'],
  ENTRY_FLAGS: ['此项需要不受支持的功能。', PACKAGER],
  ENTRY_ENCRYPTED: ['此项已加密。', '请不要使用密码打包。'],
  ENTRY_METHOD: ['不支持此压缩方法。', PACKAGER],
  ENTRY_DAMAGED: ['大小或校验和不正确，或数据无法解压。', AGAIN],
  CONTENT_EXECUTABLE: ['文件内容是程序或脚本，或前端文件中有 PHP 或 JSP 页面。', REMOVE],
  CONTENT_ARCHIVE: ['文件内容是压缩包。', REMOVE],
  CONTENT_ACTIVE: ['SVG 包含脚本、事件处理、框架或实体，或过长而无法检查。', '请导出不含这些内容的图片。'],
  CONTENT_MISMATCH: ['图片、字体或视频的内容其实是标记语言或 WebAssembly。', '请使用与内容相符的扩展名。'],
  CONTENT_SECRET: ['前端文件是私钥，任何人都能下载。', '请移除该文件并更换密钥。'],
  MANIFEST_MISSING: ['安装包的根目录没有 app.json。', '请将清单放在根目录。'],
  MANIFEST_TOO_LARGE: ['app.json 超过 1 MB。', '请不要把长文本和图片放在其中。'],
  MANIFEST_NOT_JSON: ['app.json 不是有效的 UTF-8 JSON，或嵌套过深、值过多。', '请修正所指位置。'],
  MANIFEST_KEY_TWICE: ['同一个键出现两次，不同程序会取不同的值。', '请只保留一个。'],
  MANIFEST_KEY_RESERVED: ['键名是 __proto__、constructor 或 prototype。', '请换用其他名称。'],
  MANIFEST_TEXT_HIDDEN: ['名称或文本包含不可见字符、改变书写方向、为空白，或叠加了符号。', '请移除该字符。'],
  MANIFEST_INVALID: ['清单字段的格式不正确。', '请修正该字段。'],
  MANIFEST_FIELD_MISSING: ['缺少必填字段。', '请添加该字段。'],
  MANIFEST_FIELD_UNKNOWN: ['本平台不认识该字段，将忽略它。', '请检查拼写。'],
  PERMISSIONS_ASKED: ['应用请求权限。', '请确认应用确实需要这些权限。'],
  MANIFEST_CODE_INVALID: ['code 不是以字母开头的 2 至 32 个小写字母、数字和连字符。', '请修正编码。'],
  MANIFEST_CODE_RESERVED: ['code 是主机路径的第一段。', '请换用其他编码。'],
  MANIFEST_VERSION_INVALID: ['version 不是 x.y.z。', '请写三个不带前导零的数字。'],
  MANIFEST_RANGE_INVALID: ['platform、依赖或共享模块不是版本范围。', '请写成例如 ^1.0.0。'],
  PLATFORM_RANGE_UNMET: ['应用不支持本平台的版本。', '请升级平台，或使用支持本平台的应用版本。'],
  DEPENDENCY_ON_ITSELF: ['应用依赖自身。', '请移除该依赖。'],
  DEPENDENCY_TWICE: ['同一依赖既是必需又是可选。', '请只保留其一。'],
  ASSETS_MISSING: ['应用既没有后端也没有前端。', '请设置 assets.backend、assets.frontend 或两者。'],
  ASSET_BACKEND_NAME: [
    'assets.backend 不是 backend/platform-<code>-plugin-<version>.jar。',
    '请修正或移除：打包工具会自动填写。',
  ],
  ASSET_FRONTEND_FOLDER: [
    'assets.frontend 没有指定文件夹，前端文件将无法访问。',
    '请写成 frontend/index.js。',
  ],
  ASSET_FRONTEND_PATH: ['assets.frontend 不在 frontend/ 下。', '请写成 frontend/index.js。'],
  MENU_PLACEMENT: ['目录、页面或按钮的位置不允许。', '目录和页面放在根或目录下，按钮放在页面或目录下。'],
  MENU_KEY_PREFIX: ['菜单标识没有以“应用编码:”开头。', '请重命名。'],
  MENU_KEY_DUPLICATE: ['两个菜单的标识相同。', '请重命名其中一个。'],
  MENU_PATH_MISSING: ['目录或页面没有路径。', '请添加路径。'],
  MENU_PATH_RESERVED: ['根菜单以主机或管理界面的路径开头，页面将无法打开。', '请换用其他路径。'],
  MENU_PERMISSION_RESERVED: [
    '菜单带有主机的权限或通配的权限，拥有该菜单的角色都会得到它。',
    '权限请以应用编码开头。',
  ],
  MENU_COMPONENT_MISSING: ['页面没有 component。', '请添加 remote:<code>/<viewKey>。'],
  MENU_COMPONENT_FOREIGN: ['component 属于其他应用或主机。', '请以 remote:<code>/ 开头。'],
  MENU_COMPONENT_SUPERFLUOUS: ['目录或按钮不应有 component。', '请移除 component。'],
  MENU_WITHOUT_FRONTEND: ['页面指定了视图，但应用没有前端。', '请设置 assets.frontend，或移除该页面。'],
  BACKEND_JAR_MISSING: ['assets.backend 指定的后端归档不存在。', '请构建后端，或移除该字段。'],
  BACKEND_JAR_UNDECLARED: ['安装包有后端归档，但没有 assets.backend。', '请声明或移除后端归档。'],
  BACKEND_SECOND_JAR: ['安装包有多个后端归档。', '请只保留声明的那一个。'],
  BACKEND_FILE_UNEXPECTED: ['backend/ 中只能有后端归档。', REMOVE],
  JAR_UNREADABLE: ['后端归档或其中的映射器已损坏、过长，或不是压缩包。', '请重新构建后端。'],
  JAR_INDEX_INVALID: [
    'META-INF/plugin.json 缺失、过长、不是 JSON、格式版本不同，或指向不存在的文件。',
    PACKAGER,
  ],
  JAR_MISMATCH: ['后端归档的编码或版本与清单不一致。', BUILD_BACKEND],
  JAR_PERMISSIONS_DIFFER: ['后端归档的权限与清单不一致。', BUILD_BACKEND],
  JAR_PERMISSION_MISSING: [
    '源码导入了内置模块，但 app.json 没有相应权限。',
    '请加入 permissions，或移除该导入。',
  ],
  JAR_IMPORT_FORBIDDEN: ['源码导入了禁用的内置模块、主机的包或归档之外的文件。', '请使用 SDK。'],
  JAR_ENTRY_UNEXPECTED: ['后端归档中有不应出现的文件。', PACKAGER],
  JAR_FOREIGN_CLASS: ['有类不在应用自己的包内。', PACKAGER],
  JAR_HOLDS_PLATFORM: ['后端归档包含平台或同级应用的类，它们会存在两份。', '请将该包列入 peerDependencies。'],
  JAR_HOLDS_PROVIDED: ['后端归档包含主机已提供的库。', '请将该库移到 peerDependencies。'],
  MAPPER_NAMESPACE: ['映射器 XML 的命名空间缺失或属于其他应用。', '请以 cn.platform.<code>. 开头。'],
  MAPPER_INVALID: ['映射器 XML 声明了文档类型，或其片段循环、缺失或过大。', '请移除这些内容。'],
  MAPPER_MALFORMED: ['映射器 XML 格式不正确，后端将无法加载。', '请修正 XML。'],
  MAPPER_SUBSTITUTION: ['语句用 ${} 将文本插入 SQL。', '请用 #{} 绑定，或将语句标为 unsafe="true"。'],
  MAPPER_UNSAFE: ['语句使用 ${} 并标为不安全。', '请确保用户输入不会到达此处。'],
  MAPPER_TENANT_IGNORED: ['语句会读写所有租户的数据。', '如有可能，请移除 tenant="ignore"。'],
  MAPPER_TABLE_ABSENT: ['语句使用了其他应用的表，而该表不存在。', '请安装该应用，或修正表名。'],
  FRONTEND_UNDECLARED: [
    '安装包有前端文件，但没有 assets.frontend。',
    '请添加 "frontend": "frontend/index.js"。',
  ],
  FRONTEND_EXTENSION_UNKNOWN: ['不允许此类型的前端文件。', '请移除，或换用其他格式。'],
  FRONTEND_ENTRY_MISSING: ['安装包中没有前端入口。', '请构建前端，或修正 assets.frontend。'],
  FRONTEND_ENTRY_INVALID: ['前端入口不是 ES 模块，或超过 2 MB。', BUILD_FRONTEND],
  FRONTEND_ENTRY_EXPORTS: ['前端入口没有导出 get、install 或默认值。', BUILD_FRONTEND],
  FRONTEND_DESCRIPTION_MISSING: ['缺少 frontend/remote.json，无法检查视图。', BUILD_FRONTEND],
  FRONTEND_DESCRIPTION_INVALID: ['frontend/remote.json 没有写明编码和视图。', BUILD_FRONTEND],
  FRONTEND_CODE_MISMATCH: ['前端是为另一个编码构建的。', '请使 appCode 与 code 一致。'],
  FRONTEND_VERSION_MISMATCH: ['前端是以另一个版本构建的。', '请重新构建前端。'],
  VIEW_KEY_MISSING: ['菜单打开的视图没有被前端导出。', '请导出该视图，或修正 component。'],
  ICON_MISSING: ['清单指定的图片不在安装包中。', '请添加该图片，或指定其他图片。'],
  MIGRATION_NOT_SQL: ['migrations/ 中只能有 .sql 文件。', REMOVE],
  MIGRATION_NESTED: [
    '迁移脚本位于 migrations/ 的子文件夹中。',
    '请移到 migrations/ 下，执行顺序由文件名决定。',
  ],
  MIGRATION_TOO_LONG: ['迁移脚本超过 8 MB。', '请拆分脚本。'],
  MIGRATION_STATEMENT_REFUSED: [
    '迁移脚本不允许此语句，或无法确定它涉及的表。',
    '迁移脚本只能处理应用自己的表、索引和视图。',
  ],
  MIGRATION_AMBIGUOUS: [
    '不同数据库对此处的字符串或注释理解不同。',
    '引号写成两个单引号，注释写成“-- …”或“/* … */”，名称直接写或用双引号。',
  ],
  MIGRATION_DIALECT: [
    '脚本使用了主机数据库不支持的 MySQL 语法。',
    '请使用通用写法，或添加 x.sqlite.sql、x.postgres.sql 变体。',
  ],
  MIGRATION_ENCODING: ['脚本不是 UTF-8，或以字节顺序标记开头。', '请保存为不带标记的 UTF-8。'],
  MIGRATION_TOUCHES_MENU: ['脚本写入 sys_menu。', '菜单只能在 app.json 中声明。'],
  MIGRATION_FOREIGN_TABLE: ['脚本修改或读取了不属于应用的表。', '表名请以应用编码为前缀。'],
  MIGRATION_FOREIGN_ROWS: [
    '脚本写入了不属于应用的参数或字典。',
    '请写明列名，键用普通文本并以应用编码开头，按键选择行。',
  ],
  MIGRATION_READS_FOREIGN_TABLE: ['脚本读取了其他应用的表。', '请确保该表在每台主机上都存在。'],
  MIGRATION_COPIES_FOREIGN_ROWS: [
    '脚本复制了其他应用的数据，而该应用不在依赖中。',
    '请声明该依赖，或通过其服务读取。',
  ],
};

export interface FindingWords {
  readonly problem: string;
  readonly remedy: string | undefined;
  /** The inspector's own words, where the problem does not name the values that they name. */
  readonly details: string | undefined;
}

/** The words of a finding in the language of the page: the inspector's own are English. */
export function findingWords({ code = '', message, fix }: ErrorDetail, locale: string): FindingWords {
  const words = locale.startsWith('zh') ? CHINESE[code] : undefined;
  if (!words) return { problem: message, remedy: fix, details: undefined };
  return { problem: words[0], remedy: words[1], details: message };
}
