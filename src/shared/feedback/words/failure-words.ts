import { MESSAGES, VALUED_MESSAGES } from './message-words.ts';
import { PACKAGE_WORDS } from './package-words.ts';
import { requirements } from './requirement-words.ts';
import { filled, matcherOf, placesOf } from './sentence-pattern.ts';
import { sentenceInChinese } from './sentence-words.ts';
import { VALUED_WORDS } from './valued-words.ts';

type Params = Readonly<Record<string, unknown>>;

const AGAIN = '请稍后重试。';
const RELOAD = '请刷新页面。';
const RELOAD_LIST = '请刷新列表。';
const ASK = '请联系管理员。';
const CLIENT = '请修正发出请求的程序。';
const DEVELOPER = '请将此错误告知应用的开发者。';
const PUBLISHER = '请将此错误告知应用的发布者。';
const DEPLOY = '请升级或重新部署应用。';
const PACKAGE_AGAIN = '请应用的开发者修正后重新打包。';
const OTHER_KEY = '请换用其他标识。';
const OTHER_NAME = '请换用其他名称。';
const OTHER_CODE = '请换用其他编码。';
const NOTHING = '无需处理。';

/** A failure of the host as it came. */
interface Failure {
  readonly code: string;
  readonly message: string;
  readonly params?: Params | undefined;
  readonly details?: unknown;
}

/**
 * Message and remedy of each failure of the host in Chinese, by code. After a colon at the end come
 * the reason, or the host's own words, where no sentence of VALUED_WORDS has its values.
 */
const CHINESE: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  BODY_INCOMPLETE: ['请求内容在发送完成前中断，或长度与声明不符。', '请重新发送。'],
  ANSWER_TYPE_MISMATCH: ['应用返回的内容与其声明的类型不符：', DEVELOPER],
  BODY_NOT_JSON: ['请求内容为空，或不是有效的 JSON。', '请发送 JSON。'],
  BODY_TOO_DEEP: ['请求内容的嵌套层数过多：', '请减少嵌套，或以文件发送。'],
  REQUEST_MALFORMED: ['请求不符合 HTTP 规范。', '请修正发出请求的程序或中间的代理。'],
  HEADERS_TOO_LARGE: ['请求头过大。', '请清除本站点的 Cookie 后重试。'],
  METHOD_NOT_ALLOWED: ['此地址不支持该请求方法：', CLIENT],
  METHOD_UNKNOWN: ['不支持该请求方法：', CLIENT],
  BODY_TOO_LARGE: ['发送的内容过大：', '请减小内容或文件。'],
  MEDIA_TYPE_UNSUPPORTED: ['请求的内容类型不被接受：', CLIENT],
  UPLOAD_BROKEN: ['上传在完成前中断。', '请重新上传。'],
  URL_MALFORMED: ['请求的地址格式不正确。', '请检查地址中的 %。'],
  URL_TOO_LONG: ['请求的地址过长。', '请缩短地址。'],
  TEXT_UNSTORABLE: ['文本中含有无法存储的字符 U+0000。', '请删除该字符。'],
  NOT_FOUND: ['此地址没有对应的功能：', '请检查地址，并确认相关应用已安装且已加载。'],
  REMOTE_ADDRESS_INVALID: ['浏览器无法从该地址加载前端：', '请填写前端入口的 http 地址。'],
  DEVELOPED_MANIFEST_INVALID: ['开发中的 app.json 有错误，菜单保持不变：', '请修正所指位置。'],
  FILE_NOT_FOUND: ['文件不存在：', '请检查地址；应用的文件缺失时，请升级或重新部署应用。'],
  API_GROUP_UNKNOWN: ['没有这个接口分组：', RELOAD],
  RATE_LIMITED: ['请求过于频繁。', AGAIN],
  TENANT_UNKNOWN: ['没有这个租户。', '请检查租户编号。'],
  INTERNAL_ERROR: ['服务器发生意外错误：', '请将请求编号告知管理员，日志中有原因。'],
  REQUEST_TIMEOUT: ['请求未能及时到达服务器。', '请检查网络后重试。'],

  UNAUTHENTICATED: ['此操作需要登录。', '请先登录。'],
  SESSION_EXPIRED: ['会话已结束。', '请重新登录。'],
  FORBIDDEN: ['没有所需的权限：', '请管理员授予具有该权限的角色。'],
  LOGIN_FAILED: ['用户名或密码不正确。', '请检查后重试；管理员可以设置新密码。'],
  LOGIN_TICKET_INVALID: ['此次登录超过了五分钟，或是在别处开始的。', '请重新输入用户名和密码。'],
  OIDC_IDENTITY_TAKEN: ['登录提供方的该账号已被其他用户关联。', '请先在那里解除关联，或关联其他账号。'],
  OIDC_ONLY_WAY_IN: [
    '没有密码，也没有关联其他账号，解除关联后将无法登录。',
    '请先关联其他账号，或请管理员设置密码。',
  ],
  OIDC_PROVIDER_UNKNOWN: ['没有这个登录提供方。', '请使用登录页上的链接。'],
  OIDC_LOGOUT_INVALID: ['登录提供方的注销令牌无效：', '请核对登录提供方的配置和时钟。'],
  OIDC_LOGOUT_FAILED: ['无法读取登录提供方的密钥，没有结束任何会话。', '请确认主机可以访问登录提供方。'],
  CONFIG_TOO_WEAK: ['平台要求双重验证，此处不能放宽：', '请设为 required，或删除此参数。'],
  SECOND_FACTOR_WRONG: [
    '验证码不正确，或已被使用。',
    '请输入当前显示的验证码，登录时也可使用恢复码；若仍被拒绝，请检查设备的时钟。',
  ],
  SECOND_FACTOR_OFF: ['此租户未启用双重验证。', ASK],
  SECOND_FACTOR_PRESENT: ['已经设置了身份验证器。', '请先移除，再设置新的。'],
  SECOND_FACTOR_MISSING: ['尚未设置身份验证器。', '请先设置。'],
  SECOND_FACTOR_REQUIRED: ['此账号必须使用双重验证。', '请管理员重置，下次登录时会重新设置。'],
  CSRF_TOKEN_INVALID: ['请求使用浏览器会话，但不是由该会话的页面发出的。', RELOAD],
  ACCOUNT_LOCKED: ['此账号已被管理员锁定。', '请管理员解锁。'],
  PROOF_NEEDED: ['登录已超过 15 分钟，此操作需要再次输入密码或验证码。', '请验证身份后重试。'],
  PROOF_FAILED: ['密码或验证码不正确。', '请输入登录密码，或身份验证器当前的验证码。'],
  LOGIN_LOCKED: ['此用户名在当前网络的失败登录过多。', '请稍后重试，或请管理员解锁。'],
  LOGIN_RATE_LIMITED: ['当前地址的登录过于频繁。', AGAIN],
  ACCOUNT_DISABLED: ['此账号已停用。', ASK],
  PASSWORD_TOO_WEAK: ['密码不够安全：', '请使用几个互不相关的词语。'],
  OLD_PASSWORD_WRONG: ['当前密码不正确。', '请输入登录密码。'],
  PASSWORD_UNCHANGED: ['新密码与原密码相同。', '请换用其他密码。'],
  PASSWORD_REUSED: ['此密码最近使用过。', '请换用其他密码。'],
  PRIVILEGE_EXCEEDED: ['此更改涉及你自己没有的权限或数据。', '请拥有这些权限的人员操作。'],
  PLATFORM_TENANT_ONLY: ['只有平台租户的用户可以执行此操作。', '请联系平台管理员。'],
  ACTING_READ_ONLY: ['你正在只读查看另一个租户。', '如需更改，请在页面顶部的横幅中允许更改。'],
  ACTING_CHANGED: ['当前会话所在的租户与此页面不同。', '请刷新页面，确认租户后再操作。'],
  ACTING_ENDED: ['无法继续查看此租户：已停用、已到期或已删除。', '请离开该租户。'],
  ACTING_MISSING: ['当前没有查看其他租户。', '请先进入一个租户。'],
  ACTING_OWN_TENANT: ['这是你自己的租户。', '请选择其他租户。'],
  ACTING_NEEDS_SESSION: ['脚本令牌不能查看其他租户。', '请登录，或使用该租户自己的令牌。'],
  EDITION_FORBIDDEN: ['用户端没有发布控制台。', '请使用发布端。'],

  HEALTH_COMPONENT_UNKNOWN: ['没有这个健康检查项。', RELOAD],
  LOGGER_UNKNOWN: ['没有这个日志记录器：', RELOAD],
  LOG_LEVEL_TIME: ['不能为该时长设置日志级别：', '请使用 1 秒至 24 小时。'],
  ENV_PROPERTY_UNKNOWN: ['没有这个配置项或环境变量：', RELOAD],
  METRIC_UNKNOWN: ['没有这个指标：', RELOAD],
  SBOM_MISSING: ['此主机没有软件物料清单：', '请在构建时生成。'],
  LOGFILE_MISSING: ['没有日志文件 sys-console.log。', '请检查日志目录是否存在、磁盘是否有空间。'],
  WORKER_UNKNOWN: ['本机没有这个工作进程。', RELOAD],
  WORKER_SILENT: ['本机的另一个工作进程没有响应。', AGAIN],
  DIAGNOSIS_RUNNING: ['正在生成另一个同类的转储或分析。', '请等待其完成。'],
  PROFILE_TOO_LARGE: ['分析文件过大，无法从另一台主机传送。', '请缩短分析的时间。'],

  NODE_NOT_FOUND: ['没有这台主机，它可能已停止。', RELOAD_LIST],
  RECORD_NOT_FOUND: ['记录不存在，可能已被删除。', RELOAD_LIST],
  CHANGED_MEANWHILE: ['打开后已有其他人修改了这条记录。', '请比较两个版本后再保存。'],
  UNDO_EXPIRED: ['已无法撤销此删除。', '请重新添加。'],
  UNDO_CONFLICT: ['无法恢复：标识已被占用，或其所属的记录已不存在。', '请重新添加。'],
  ORDER_COLUMN_UNKNOWN: ['列表不能按该列排序：', RELOAD],
  PAGE_KEY_INVALID: ['分页位置无效。', '请从第一页重新开始。'],
  USER_NAME_TAKEN: ['用户名已存在。', '请换用其他用户名。'],
  USER_SELF: ['不能停用或删除自己的账号。', '请其他管理员操作。'],
  IMPORT_TOO_LONG: ['文件的行数超过一次导入的上限：', '请拆分文件。'],
  LAST_SUPER_ADMIN: ['这是最后一位超级管理员，更改后将没有人能管理平台。', '请先指定另一位超级管理员。'],
  ROLE_KEY_TAKEN: ['角色标识已存在。', OTHER_KEY],
  ROLE_BUILT_IN: ['这是租户管理员的角色，不能删除，也不能更改其标识和状态。', '请新增其他角色。'],
  ROLE_IN_USE: ['仍有用户拥有该角色。', '请先从这些用户移除该角色。'],
  ROLE_UNKNOWN: ['所选角色中有不存在的角色。', RELOAD],
  MENU_UNKNOWN: ['所选菜单中有不存在的菜单。', RELOAD],
  MENU_KEY_TAKEN: ['菜单标识已存在：', OTHER_KEY],
  MENU_PARENT_INVALID: ['不能使用该上级菜单。', '请选择目录；按钮请选择页面。'],
  MENU_PLACE_UNKNOWN: ['目标位置的菜单已不存在。', '请刷新列表后重新移动。'],
  MENU_HAS_CHILDREN: ['菜单下还有其他菜单。', '请先删除或移走它们。'],
  MENU_PROTECTED: [
    '菜单属于应用，其路径、组件、权限、类型和上级由安装包决定，不能删除。',
    '可以更改名称、图标、顺序和可见性；如需隐藏，请停用应用。',
  ],
  MENU_PERMISSION_INVALID: ['菜单的权限不是 a:b:c 的形式，或使用了不允许的通配：', '请修正权限。'],
  DICT_TYPE_TAKEN: ['字典类型已存在。', '请换用其他类型。'],
  DICT_TYPE_UNKNOWN: ['字典不存在。', '请先添加字典。'],
  DICT_VALUE_TAKEN: ['字典中已有该值。', '请换用其他值。'],
  DICT_NOT_EMPTY: ['字典中还有条目。', '请先删除条目。'],
  DEPT_PARENT_INVALID: ['上级部门不存在，或位于该部门之下。', '请选择其他上级部门。'],
  DEPT_PLACE_UNKNOWN: ['目标位置的部门已不存在。', '请刷新列表后重新移动。'],
  DEPT_NOT_EMPTY: ['部门中还有用户或下级部门。', '请先移走它们。'],
  DEPT_UNKNOWN: ['所选部门不存在。', RELOAD],
  DEPT_OUT_OF_REACH: ['该部门不在你的数据范围内。', '请选择其他部门，或请管理员扩大数据范围。'],
  POST_CODE_TAKEN: ['岗位编码已存在。', OTHER_CODE],
  POST_IN_USE: ['仍有用户在该岗位。', '请先从这些用户移除该岗位。'],
  POST_UNKNOWN: ['所选岗位中有不存在的岗位。', RELOAD],
  USER_UNKNOWN: ['部门负责人不是此租户的用户。', '请选择其他用户。'],
  CONFIG_KEY_TAKEN: ['参数键已存在。', '请修改已有的参数。'],
  TOKEN_LIMIT: ['令牌数已达上限。', '请先吊销一个令牌。'],
  SECRET_NEEDS_VALUE: ['这是机密参数，更改键或分类时必须重新填写值。', '请重新填写值。'],
  CONFIG_VALUE_REFUSED: ['主机不能使用该参数值：', '请使用允许的值。'],
  CONFIG_BUILT_IN: ['这是平台自身的参数：', '请保持不变。'],
  CONFIG_KEY_FOREIGN: ['应用不能写入其他应用的参数：', DEVELOPER],
  CONFIG_VALUE_INVALID: ['参数值的格式不正确：', '请在参数设置中修正。'],
  TENANT_ID_TAKEN: ['租户编号已存在。', '请换用其他编号。'],
  TENANT_APPLICATION_REFUSED: ['租户的套餐不包含此应用：', '请平台管理员将其加入租户可用的应用。'],
  TENANT_MENU_REFUSED: ['所选菜单中有租户没有的菜单。', '请刷新页面；相关应用必须已安装并启用。'],
  TENANT_USER_LIMIT: ['租户的用户数已达上限：', '请删除用户，或提高上限。'],
  TENANT_STORAGE_LIMIT: ['租户的存储空间不足：', '请删除文件，或提高上限。'],
  TENANT_BUILT_IN: ['平台自身的租户不能删除或停用，也不会到期。', '请选择其他租户。'],
  TENANT_IN_USE: ['租户仍安装有应用。', '请先卸载应用，或停用该租户。'],

  AVATAR_REFUSED: ['头像无法使用，只支持 PNG、JPEG 和 WebP，最大 256 KiB。', '请选择其他图片。'],
  SITE_PICTURE_REFUSED: ['图片无法使用，只支持 PNG、JPEG、WebP、GIF 和 ICO：', '请另存为 PNG 或 WebP。'],
  STORAGE_DISABLED: ['没有启用文件存储，无法保存文件。', '请在“内容管理”的文件存储中启用一个。'],
  STORAGE_UNKNOWN: ['文件所在的存储已不再配置：', '请添加同名的存储。'],
  OBJECT_LINK_INVALID: ['文件链接被修改过，或由其他平台创建。', '请重新获取链接。'],
  OBJECT_LINK_EXPIRED: ['文件链接已过期。', '请重新获取链接。'],
  LINK_DURATION_INVALID: ['链接的有效期必须为 1 秒至 7 天的整秒数。', '请修改有效期。'],
  FILE_IS_PACKAGE: ['该文件是应用的安装包。', '请在发布控制台删除对应的版本。'],
  STORAGE_MOVE_REFUSED: ['无法迁移文件：', '请选择其他存储，或稍后重试。'],
  OBJECT_COPY_DIFFERS: ['文件的副本与原文件不一致，副本已删除：', '请测试该存储后重新迁移。'],
  STORAGE_NAME_TAKEN: ['存储名称已存在。', OTHER_NAME],
  STORAGE_IN_USE: ['存储已启用或仍有文件，不能删除。', '请先停用它并移除文件。'],
  FILE_MISSING: ['请求中没有文件。', '请选择文件。'],
  OBJECT_NOT_FOUND: ['文件不存在，或其内容已不在存储中。', '请重新上传，并检查文件存储的设置。'],
  OBJECT_KEY_INVALID: ['文件路径无效：', '请使用普通的相对路径。'],
  OBJECT_RANGE_INVALID: ['请求的范围超出文件的大小。', '请重新下载。'],
  CACHE_LOGIN_REFUSED: ['Redis 拒绝登录：', '请检查 cache.url 中的用户名和密码。'],
  CACHE_UNREACHABLE: ['Redis 没有响应：', '请检查 cache.url，并确认 Redis 正在运行。'],
  CACHE_NOT_A_NUMBER: ['计数器的键中不是整数：', DEVELOPER],
  LOCK_TIMEOUT: ['等待其他操作释放锁超时。', AGAIN],
  HTTP_ANSWER_INVALID: ['其他系统返回的不是 JSON：', '请检查该系统。'],
  HTTP_ANSWER_TOO_LARGE: ['其他系统返回的内容过大：', DEVELOPER],
  HTTP_UNREACHABLE: ['无法连接其他系统：', '请检查地址，并确认该系统正在运行。'],
  HTTP_TIMEOUT: ['其他系统未能及时响应：', AGAIN],
  DURATION_INVALID: ['时长的格式不正确：', '请写成例如 30s。'],
  LOG_LEVEL_UNKNOWN: ['没有这个日志级别：', RELOAD],

  TENANT_REQUIRED: ['没有租户时不能读写租户的数据：', DEVELOPER],
  TENANT_MISMATCH: ['不能读写其他租户的数据。', '请检查所选的租户。'],
  TENANT_QUERY_REFUSED: ['查询无法确定限于当前租户，未执行：', DEVELOPER],
  SQL_FORBIDDEN: ['应用不能执行此 SQL：', DEVELOPER],
  DATABASE_BUSY: ['内嵌数据库正被另一个事务占用。', AGAIN],
  NODE_NUMBER_LOST: ['此主机长时间无法连接数据库，暂停生成编号。', '请等数据库恢复后重试。'],
  TRANSACTION_NESTED_WRITE: ['写事务中不能再开始另一个写事务。', DEVELOPER],
  TRANSACTION_ROLLED_BACK: ['事务的一部分失败，整个事务已回滚。', DEVELOPER],
  SQL_PARAMETER_UNSUPPORTED: ['无法存储该类型的值：', DEVELOPER],
  SQL_SCRIPT_INVALID: ['脚本中有未结束的字符串、名称或注释：', '请修正脚本。'],
  SQL_SCRIPT_IN_TRANSACTION: ['脚本不能在事务中执行。', DEVELOPER],
  SQL_STATEMENT_FAILED: ['脚本的语句执行失败：', '请修正脚本；已执行过的脚本不能再修改。'],

  PACKAGE_FILE_MISSING: ['请求中没有安装包。', '请选择安装包。'],
  PACKAGE_REFUSED: ['安装包存在错误。', '请修正列出的问题。'],
  PACKAGE_MISSING: ['存储中没有该安装包。', '请重新上传。'],
  PACKAGE_CHECKSUM: ['存储中的安装包与上传或保存的不一致：', '请以新的版本重新上传。'],
  APP_NOT_FOUND: ['应用不存在，或未上架。', RELOAD_LIST],
  APP_EXISTS: ['应用编码已存在。', '请编辑已有的应用，或换用其他编码。'],
  APP_CODE_RESERVED: ['该编码是主机路径的第一段，不能使用。', OTHER_CODE],
  APP_WITHOUT_VERSION: ['没有已发布的版本，不能上架。', '请先发布一个版本。'],
  APP_INSTALLED: ['仍有租户安装了此应用：', '请先在这些租户卸载。'],
  VERSION_NOT_FOUND: ['版本不存在：', RELOAD_LIST],
  PACKAGE_KEY_CHANGED: [
    '安装包的签名密钥与此编码之前的密钥不同：',
    '请向发布者核实；确认无误后在控制台确认新密钥。',
  ],
  VERSION_EXISTS: ['该版本已保存：', '请提高 app.json 中的版本号，或删除待发布的该版本。'],
  VERSION_NOT_PENDING: ['只有待发布的版本可以发布或删除。', '请保存新的版本。'],
  VERSION_STATE: ['版本当前的状态不允许此操作。', '请先恢复或发布该版本。'],
  VERSION_DEPRECATED: ['发布者已弃用该版本：', '如有可能，请选择其他版本。'],
  VERSION_NOT_PUBLISHED: ['版本尚未发布：', '请先发布。'],
  VERSION_UNLISTED: ['版本已下架，不能安装：', '请选择其他版本，或在控制台恢复。'],
  CATALOG_TOKEN_NOT_FOUND: ['目录令牌不存在。', RELOAD_LIST],

  INSTALL_NOT_FOUND: ['此租户没有安装该应用。', RELOAD_LIST],
  APP_NOT_LISTED: ['应用未上架。', '请在控制台上架。'],
  APP_ALREADY_INSTALLED: ['应用已安装：', '请升级；已停用时请启用。'],
  INSTALL_INCOMPLETE: ['首次安装没有成功，无法升级。', '请重新安装。'],
  APP_UP_TO_DATE: ['已是该版本：', '请发布更高的版本。'],
  DESIRED_FORMAT_NEWER: [
    '更高版本的主机写入了此主机不支持的格式：',
    '请在更高版本的主机上操作，或升级此主机。',
  ],
  OPERATION_OVERTAKEN: [
    '期间另一个操作已先完成，本操作没有更改任何内容。',
    '请查看当前状态，需要时重新开始。',
  ],
  HOST_NOT_PREPARED: ['另一台主机准备该版本失败，所有主机都没有切换：', '请在该主机上排除原因后重试。'],
  HOST_NOT_ANSWERED: ['有主机未及时准备好，所有主机都没有切换：', '请检查该主机，或停止它；它恢复后会跟上。'],
  VERSION_LOWER: ['目标版本低于当前版本：', '请选择更高的版本。'],
  ROLLBACK_NONE: ['没有可以回滚到的原版本：', '请安装或升级到所需的版本。'],
  ROLLBACK_SCHEMA: ['更高版本的迁移脚本已执行，无法撤销：', '请发布修正后的更高版本。'],
  ROLLBACK_SHARED: [
    '其他租户正在使用更高的版本，所有租户共用同一份代码：',
    '请先为那些租户回滚，或发布修正后的版本。',
  ],
  PLATFORM_INCOMPATIBLE: ['该版本需要其他版本的平台：', '请选择适用于当前平台的版本，或升级平台。'],
  FRONTEND_INCOMPATIBLE: [
    '前端需要当前平台没有的共享模块或版本：',
    '请选择适用于当前平台的版本，或升级平台。',
  ],
  DEPENDENCY_CYCLE: ['应用之间循环依赖，没有安装任何应用：', PUBLISHER],
  DEPENDENCY_UNAVAILABLE: [
    '依赖的应用无法使用，没有安装任何应用：',
    '请启用或升级该应用，或请发布者发布合适的版本。',
  ],
  DEPENDENCY_MISSING: ['缺少依赖的应用，或其版本不合适：', '请先安装、启用或升级它们。'],
  DEPENDENT_RANGE: ['依赖此应用的应用不支持新版本：', '请先升级那些应用。'],
  APP_REQUIRED: ['其他已启用的应用依赖此应用：', '请先停用或卸载那些应用。'],
  TENANT_UPGRADE_FORBIDDEN: ['其他租户也在使用此应用，所有租户共用同一份代码。', '请联系平台管理员。'],
  APP_NOT_ENABLED: ['应用已停用。', NOTHING],
  APP_NOT_DISABLED: ['应用没有停用。', '无需处理；安装失败时请重新安装。'],
  APP_BACKEND_NOT_LOADED: ['应用已启用，但后端没有加载：', '请升级或重新部署应用；原因见应用的页面。'],
  APP_QUARANTINED: ['应用两次损害平台，已被隔离：', '请安装其他版本，或在应用的页面重新加载。'],
  APP_NOT_QUARANTINED: ['应用没有被隔离。', RELOAD],
  APP_DISABLED: ['应用已在此租户停用：', '请管理员启用。'],
  CONFIRMATION_MISSING: ['永久删除数据需要确认。', '请再次输入应用编码。'],
  MIGRATION_CHANGED: ['已执行过的迁移脚本内容有变动，未执行任何脚本：', '请恢复原脚本，将改动写入新的脚本。'],
  PLACEMENT_OUTSIDE: ['安装包中的文件会放到应用的文件夹之外：', '请使用打包工具重新生成安装包。'],
  BACKEND_NOT_RESTORED: ['操作失败，且无法重新加载原来的后端：', '请重启主机。'],

  TASK_NOT_FOUND: ['任务不存在。', RELOAD_LIST],
  TASK_RUNNING: ['此应用的另一个操作正在进行。', '请等待其完成。'],
  TASK_TIMEOUT: ['任务长时间没有进展，已判定为失败：', '请在日志中查看停在哪一步，然后重新开始。'],
  TASK_TAKEN_OVER: ['任务已由另一台主机接管并结束。', NOTHING],
  TASK_HOST_STOPPED: ['任务期间主机被停止，更改已回滚。', '请重新开始该操作。'],
  TASK_OWNER_GONE: ['任务期间主机意外停止，更改已回滚。', '请重新开始该操作。'],
  DISK_FULL: ['磁盘已满，更改已回滚：', '请释放空间后重新开始。'],

  MESSAGE_BROKER_UNAVAILABLE: ['消息中间件不可用：', '请检查 rabbitmq.address，并确认 RabbitMQ 正在运行。'],
  MESSAGE_INVALID: ['消息无法发送：', DEVELOPER],
  MESSAGE_TARGET_UNKNOWN: ['消息的目标没有声明：', '请在 messaging.queues 或 messaging.exchanges 中声明。'],
  NOTICE_INVALID: ['通知无法发送：', DEVELOPER],

  JOB_CRON_INVALID: [
    'Cron 表达式或时区无效，或永远不会触发：',
    '请使用五段，或以秒开头的六段，以及 IANA 时区。',
  ],
  JOB_EXECUTOR_UNKNOWN: ['已加载并启用的应用中没有这个任务：', '请从列表中选择。'],
  JOB_EXECUTOR_NOT_LOADED: ['任务所属的应用没有加载或已停用：', '请安装或启用该应用。'],
  JOB_RUNNING: ['任务正在运行。', '请等待，或允许并行运行。'],
  JOB_RUN_ENDED: ['此次运行已结束。', NOTHING],
  JOB_CENTER_DISABLED: [
    '调度中心未启用：scheduler.center.address 为空。',
    '请设为 embedded 或 Redis 的地址，然后重启主机。',
  ],

  PLUGIN_LOAD_REFUSED: ['后端有多处错误，无法加载：', PACKAGE_AGAIN],
  PLUGIN_LOAD_FAILED: ['后端加载失败：', '请查看日志。'],
  PLUGIN_LOAD_TIMEOUT: ['后端加载超时：', '请检查 init() 在等待什么，或提高 load-timeout-ms。'],
  PLUGIN_JAR_UNREADABLE: ['后端归档缺失或已损坏：', DEPLOY],
  PLUGIN_JAR_INVALID: ['后端归档的索引缺失或无效：', PACKAGE_AGAIN],
  PLUGIN_PLATFORM_CLASS_BUNDLED: ['后端归档包含平台的类：', PACKAGE_AGAIN],
  PLUGIN_IMPORT_FORBIDDEN: ['后端导入了不允许使用的模块：', PACKAGE_AGAIN],
  PLUGIN_PERMISSION_MISSING: [
    '应用缺少所需的权限：',
    '请开发者在 app.json 的 permissions 中添加后重新打包。',
  ],
  PLUGIN_MODULE_FAILED: ['后端的模块在执行时出错：', PACKAGE_AGAIN],
  PLUGIN_INTRINSICS_CHANGED: ['应用更改了所有应用共用的内置对象，更改已撤销：', PACKAGE_AGAIN],
  PLUGIN_ENTITY_INVALID: ['实体的声明不正确：', PACKAGE_AGAIN],
  MAPPER_XML_INVALID: ['映射器 XML 不正确：', PACKAGE_AGAIN],
  MAPPER_DUPLICATE: ['映射器中有同名的语句、片段或结果映射：', PACKAGE_AGAIN],
  MAPPER_STATEMENT_MISSING: ['映射器声明的语句在 XML 中不存在：', PACKAGE_AGAIN],
  MAPPER_STATEMENT_KIND: ['映射器语句的声明与其类型不符：', PACKAGE_AGAIN],
  DATA_SCOPE_INVALID: ['数据范围无法限制其语句：', PACKAGE_AGAIN],
  MAPPER_STATEMENT_INVALID: ['数据库不接受映射器的语句：', PACKAGE_AGAIN],
  PLUGIN_BEAN_MISSING: ['组件所需的依赖不存在：', PACKAGE_AGAIN],
  PLUGIN_BEAN_AMBIGUOUS: ['组件所需的依赖有多个候选：', PACKAGE_AGAIN],
  PLUGIN_BEAN_CYCLE: ['组件的构造函数循环依赖：', PACKAGE_AGAIN],
  PLUGIN_DECORATOR_STRAY: ['有装饰器所在的类不是组件，不会被调用：', PACKAGE_AGAIN],
  PLUGIN_SIBLING_CYCLE: ['应用之间循环导入：', PACKAGE_AGAIN],
  PLUGIN_DEPENDENT_REFUSED: ['依赖此应用的应用无法跟随，一切保持不变：', '请修正所指的应用，或先卸载它。'],
  PLUGIN_CONSTRUCTOR_FAILED: ['组件的构造函数出错：', PACKAGE_AGAIN],
  PLUGIN_INIT_FAILED: ['组件初始化出错：', '请排除所指的原因后重试。'],
  PLUGIN_START_FAILED: ['组件启动出错：', '请排除所指的原因后重试。'],
  PLUGIN_SCHEDULE_INVALID: ['定时方法的时间设置无效：', PACKAGE_AGAIN],
  PLUGIN_LISTENER_INVALID: ['监听方法的声明不正确：', PACKAGE_AGAIN],
  PLUGIN_QUEUE_UNDECLARED: ['应用监听的队列没有在主机上声明：', '请在 messaging.queues 中声明该队列。'],
  PLUGIN_JOB_INVALID: ['任务执行器的声明不正确：', PACKAGE_AGAIN],
  PLUGIN_JOB_DUPLICATE: ['任务执行器的名称重复：', PACKAGE_AGAIN],
  PLUGIN_ROUTE_OUTSIDE_PREFIX: ['路由没有以应用的前缀开头：', PACKAGE_AGAIN],
  PLUGIN_ROUTE_RESERVED: ['路由使用了主机保留的路径：', PACKAGE_AGAIN],
  PLUGIN_ROUTE_DUPLICATE: ['两个方法使用同一路由：', PACKAGE_AGAIN],

  PLUGIN_TIMEOUT: ['应用未能及时响应。', AGAIN],
  PLUGIN_PROCESS_REFUSED: ['应用不能控制主机的进程：', DEVELOPER],
  PLUGIN_FILE_REFUSED: ['应用不能使用其文件夹之外的文件：', DEVELOPER],
  PLUGIN_HANDLES_EXCEEDED: ['应用打开的文件、连接和进程过多：', DEVELOPER],
  EVENT_INVALID: ['事件的内容不符合要求：', DEVELOPER],
  APP_NOT_INSTALLED: ['所需的应用未安装或未启用：', '请从应用市场安装，或启用它。'],
  EVENT_WAIT_IN_TRANSACTION: ['事务中不能等待事件的处理：', DEVELOPER],
  MAPPER_NOT_BOUND: ['映射器没有连接数据库：', DEVELOPER],
  MAPPER_RESULT_AMBIGUOUS: ['预期一行数据，却有多行：', DEVELOPER],
  MAPPER_PARAMETER_INVALID: ['映射器语句的参数不正确：', DEVELOPER],
  MAPPER_KEY_INVALID: ['映射器无法取得主键：', DEVELOPER],
  MAPPER_CONDITION_MISSING: ['没有条件的更改或删除会影响所有数据，未执行：', DEVELOPER],
  FIELD_UNKNOWN: ['查询条件使用了不存在的字段：', DEVELOPER],
  ROW_ID_MISSING: ['没有编号，无法更改数据：', DEVELOPER],
  ROW_DUPLICATE: ['已存在相同的数据。', '请修改不能重复的内容。'],
};

/**
 * The cause: a failure of another host by its code, a sentence of the host in Chinese, and anything
 * else as it came.
 */
function reasonIn({ reason, code }: Params): string | undefined {
  if (typeof reason !== 'string') return undefined;
  const said = typeof code === 'string' ? sayInChinese({ code, message: reason })?.message : undefined;
  return said ?? sentenceInChinese(reason) ?? reason;
}

/**
 * A text that the host keeps: a failure with its code in front, or a sentence, maybe with a file in
 * front. Undefined for the words of an application or of another program. (decision 0738)
 */
export function sayTextInChinese(text: string): string | undefined {
  const [, code = '', message = ''] = CODED.exec(text) ?? [];
  if (code) return sayInChinese({ code, message })?.message;
  const [, place = '', reason = ''] = /^(\S+): (.+)$/s.exec(text) ?? [];
  const said = sentenceInChinese(reason);
  return said === undefined ? (sentenceInChinese(text) ?? byAnyMessage(text)) : `${place}：${said}`;
}

/**
 * The message of a failure whose code was not kept, as of a dead letter. Sentences that begin with
 * a value are left out: an application's own words may be like them.
 */
function byAnyMessage(text: string): string | undefined {
  for (const [code, sentences] of SENTENCES) {
    const isOne = sentences.some(({ english, valuesIn }) => !english.startsWith('{') && valuesIn(text));
    if (isOne) return byMessage(code, text);
  }
  return undefined;
}

const CODED = /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+): (.*)$/s;

/** The sentence with its values; undefined where there is none, or a value is missing. */
function withValues(code: string, params: Params): string | undefined {
  const { case: kind } = params;
  const sentence = VALUED_WORDS[typeof kind === 'string' ? `${code}.${kind}` : code];
  const values: Params = { ...params, reason: reasonIn(params)?.replace(/[。.]$/, '') };
  const isGiven = (name: string): boolean => ['string', 'number'].includes(typeof values[name]);
  return sentence !== undefined && placesOf(sentence).every(isGiven) ? filled(sentence, values) : undefined;
}

/** English messages by code, each with its sentence in Chinese; lists hold many texts to them. */
const SENTENCES = Map.groupBy(
  [
    ...Object.entries(MESSAGES).flatMap(([code, sentences]) =>
      Object.entries(sentences).map(([english, chinese]) => sentence(code, english, chinese)),
    ),
    ...Object.entries(VALUED_MESSAGES).map(([key, english]) =>
      sentence(key.split('.')[0] ?? key, english, VALUED_WORDS[key] ?? ''),
    ),
  ],
  ({ code }) => code,
);

function sentence(code: string, english: string, chinese: string) {
  return { code, english, chinese, valuesIn: matcherOf(english) };
}

/** A place in the sources of an application, behind a finding. */
const PLACE_BEHIND = /^(.+?)\.? \(([^\s()]+:\d+(?::\d+)?)\)$/s;
/** A file of an application, before a finding. */
const FILE_BEFORE = /^(\S+\.xml): (.+)$/s;
/** English in a list of what an application needs. */
const NEEDS = [
  [/ \((\S+) is installed\)/g, '（已安装 $1）'],
  [/, and the shell has ([^;]+)/g, '（当前为 $1）'],
  [/, which the shell does not share/g, '（平台没有提供）'],
  [/the frontend runtime API/g, '前端运行时 API'],
  [/[;,] /g, '、'],
] as const;
const needed = (list: string): string =>
  NEEDS.reduce((text, [english, chinese]) => text.replaceAll(english, chinese), list);

/** A message of the host in Chinese, by its text; undefined for any other. */
export function byMessage(code: string, message: string): string | undefined {
  for (const { chinese, valuesIn } of SENTENCES.get(code) ?? []) {
    const values = valuesIn(message);
    if (!values) continue;
    const { reason, code: cause, needs = '' } = values;
    const own = reason !== undefined && cause === undefined ? byMessage(code, reason) : undefined;
    const said = { ...values, needs: needed(needs), reason: own ?? reasonIn(values) };
    return filled(chinese, said).replace(/[。.]*。$/, '。');
  }
  const [, file, inFile = ''] = FILE_BEFORE.exec(message) ?? [];
  const saidInFile = file && byMessage(code, inFile);
  if (saidInFile) return `${file}：${saidInFile}`;
  const [, text, place] = PLACE_BEHIND.exec(message) ?? [];
  const said = text && (byMessage(code, `${text}.`) ?? byMessage(code, text));
  return said && `${said.replace(/。$/, '')}（${place}）`;
}

/** Findings of a load stand in lines; undefined where one has no words. */
function byLines(code: string, message: string): string | undefined {
  const said = message.split('\n').map((line) => byMessage(code, line));
  return said.includes(undefined) ? undefined : said.join('\n');
}

/** Before the reason why an application was not loaded. */
const LOADING = /^Application \S+ cannot be (?:loaded \([\w ]+\)|unloaded): /;

/**
 * A failure of the host in Chinese. Undefined for a code that the host does not have, and for a
 * message that an application has written in Chinese.
 */
export function sayInChinese({
  code,
  message,
  params = {},
  details,
}: Failure): { message: string; fix: string } | undefined {
  if (/\p{Script=Han}/u.test(message)) return undefined;
  if (code === 'VALIDATION_FAILED') {
    return { message: `内容不正确：${requirements(details, message) ?? message}`, fix: '请修正后重试。' };
  }
  const ofPackage = PACKAGE_WORDS[code];
  const words = CHINESE[code] ?? (ofPackage && [ofPackage[0].replace(/。$/, '：'), ofPackage[1]]);
  if (!words) return undefined;
  const plain = message.replace(LOADING, '');
  const reason = typeof params['reason'] === 'string' ? params['reason'] : plain;
  const said = withValues(code, params) ?? byLines(code, plain) ?? byLines(code, reason);
  const general = words[0].endsWith('：') ? words[0] + (reasonIn(params) ?? reason) : words[0];
  return { message: said ?? general, fix: words[1] };
}
