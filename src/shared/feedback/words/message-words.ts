import { MAPPER_MESSAGES } from './mapper-words.ts';
import { PACKAGE_MESSAGES } from './package-messages.ts';

/**
 * English messages of the sentences in VALUED_WORDS, by the same key. They give the values where a
 * message comes without `params`: the operation log keeps code and message only. `|` stands where
 * the host puts two texts together.
 */
export const VALUED_MESSAGES: Readonly<Record<string, string>> = {
  NOT_FOUND: 'No route matches {method} {path}.',
  FORBIDDEN: 'This request needs the permission {permission}.',
  BODY_TOO_LARGE: 'The file is larger than {megabytes} MB.',
  'INTERNAL_ERROR.unexpected': 'An unexpected error occurred on the server.',
  'PASSWORD_TOO_WEAK.short': 'The password |has fewer than {least} characters|.',
  'PASSWORD_TOO_WEAK.long': 'The password |has more than {most} characters|.',
  'PASSWORD_TOO_WEAK.name': 'The password |contains the user name|.',
  'PASSWORD_TOO_WEAK.common': 'The password |is one of the most common passwords|.',
  'PASSWORD_TOO_WEAK.repeated': 'The password |uses too few different characters|.',
  'PASSWORD_TOO_WEAK.kinds':
    'The password |has {kinds} of lower case, upper case, digits and others, and needs {needed}|.',

  IMPORT_TOO_LONG: 'The file has {count} lines; an import adds at most {most}.',
  MENU_KEY_TAKEN: 'The menu {key} already exists.',
  'MENU_KEY_TAKEN.shipped': 'Menu keys of {app} are already in use: {keys}.',
  MENU_PERMISSION_INVALID:
    'The menu {menu} has the permission {permission}, which does not have the form a:b:c.',
  CONFIG_TOO_WEAK: 'The platform requires a second factor, so {key} cannot be "{value}" here.',
  TENANT_APPLICATION_REFUSED: 'The tenant {tenant} may not have the application {app}.',
  TENANT_USER_LIMIT: 'The tenant {tenant} may have {most} users.',
  TENANT_STORAGE_LIMIT: 'The files of the tenant {tenant} may take {most} bytes.',
  STORAGE_UNKNOWN: 'The file is in the storage {storage}, which is no longer configured.',
  OBJECT_COPY_DIFFERS: 'The copy of {key} differs from the original, and was removed.',
  OBJECT_KEY_INVALID: '"{key}" is not a valid object key.',

  PACKAGE_CHECKSUM: 'The stored package of {app} {version} changed since it was saved.',
  APP_INSTALLED: '{app} is installed for {tenants} tenants.',
  VERSION_NOT_FOUND: '{app} has no version {version}.',
  'VERSION_NOT_FOUND.none': 'No version of {app} is available.',
  'VERSION_NOT_FOUND.unknown': 'This version does not exist.',
  PACKAGE_KEY_CHANGED: 'The code {app} belongs to the key {known}; this package is signed with {key}.',
  VERSION_EXISTS: '{app} {version} is already saved.',
  VERSION_NOT_PUBLISHED: '{app} {version} is not published.',
  VERSION_UNLISTED: '{app} {version} is no longer available.',

  APP_ALREADY_INSTALLED: '{app} {version} is already installed.',
  APP_UP_TO_DATE: '{app} is already at {version}.',
  DESIRED_FORMAT_NEWER:
    'A newer host has written the desired state of {app} in format {format}. This host supports format {own}.',
  HOST_NOT_PREPARED: 'The host {host} failed in {stage} with {code}, so no host has switched: {reason}',
  PLATFORM_INCOMPATIBLE:
    '{app} {version} cannot run here. |It needs platform {needs}, and this is {present}.',
  VERSION_LOWER: '{app} is at {current}; {wanted} is lower.',
  ROLLBACK_NONE: '{app} has no version before {version} to roll back to.',
  ROLLBACK_SCHEMA:
    '{app} {version} lacks database scripts that have run since: {scripts}. They cannot be undone.',
  ROLLBACK_SHARED:
    'Other tenants have accepted a later version of {app} than {version}, and all tenants share its code.',
  DEPENDENCY_CYCLE: 'These applications depend on each other in a cycle: {cycle}.',
  'DEPENDENCY_UNAVAILABLE.only': '{app} {version} needs {needed} {range}, and |only {offered} is offered|.',
  'DEPENDENCY_UNAVAILABLE.absent': '{app} {version} needs {needed} {range}, and |it is not offered|.',
  DEPENDENT_RANGE: '{app} {version} is outside the range that these applications need: {dependents}.',
  APP_REQUIRED: '{app} is required by {dependents}.',
  'APP_BACKEND_NOT_LOADED.serving':
    'Application {app} is enabled but its backend artifact is not loaded, ask an administrator to redeploy.',
  APP_QUARANTINED: 'Application {app} {version} is in quarantine, because it harmed the platform twice.',
  APP_DISABLED: 'Application {app} is disabled.',
  'TASK_TIMEOUT.exceeded': 'The task exceeded app-market.task.timeout-minutes and was declared failed.',

  JOB_EXECUTOR_UNKNOWN: 'No loaded and enabled application has a job named {executor}.',
  JOB_EXECUTOR_NOT_LOADED:
    'The job {executor} of application {app} is not available: the application is not loaded, or disabled.',
};

/**
 * Messages that always come without `params`, such as findings of a load, in Chinese, by code. A
 * `{reason}` may itself be a sentence of the host. (decision 0738)
 */
export const MESSAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ORDER_COLUMN_UNKNOWN: {
    'This list cannot be ordered by {column}.': '列表不能按 {column} 排序。',
    'Cannot order rows by {column}.': '数据不能按 {column} 排序。',
  },
  NOTICE_INVALID: {
    'The notice cannot be sent: |it has no recipients: neither users, roles, departments, a permission nor the tenant|.':
      '通知无法发送：没有接收人（用户、角色、部门、权限或租户）。',
    'The notice cannot be sent: |the context has no tenant, so it has no recipients|.':
      '通知无法发送：没有租户，因此没有接收人。',
    'The notice cannot be sent: |its link is not a path of the shell, such as /mall/order|.':
      '通知无法发送：链接不是 /mall/order 这样的站内路径。',
    'The notice cannot be sent: |its title must have 1 to {most} characters|.':
      '通知无法发送：标题应为 1 至 {most} 个字符。',
    'The notice cannot be sent: |its content has more than {most} characters|.':
      '通知无法发送：内容超过 {most} 个字符。',
    'The notice cannot be sent: |it has more than {most} translations|.':
      '通知无法发送：译文超过 {most} 种语言。',
    'The notice cannot be sent: |its level is {level}|.': '通知无法发送：级别“{level}”无效。',
  },
  SITE_PICTURE_REFUSED: {
    'The picture cannot be used: PNG, JPEG, WebP, GIF and ICO can. |It has more than {size} KiB.':
      '图片无法使用：超过 {size} KiB。',
    'The picture cannot be used: PNG, JPEG, WebP, GIF and ICO can. |Its content is of another kind. SVG can hold scripts.':
      '图片无法使用：内容不是 PNG、JPEG、WebP、GIF 或 ICO。SVG 可能含有脚本。',
  },
  MIGRATION_CHANGED: {
    'Migration scripts changed after they were executed: {scripts}. Nothing was run.':
      '已执行过的迁移脚本内容有变动，未执行任何脚本：{scripts}。',
  },
  BODY_TOO_DEEP: {
    'The request body is nested more than {levels} levels deep.': '请求内容的嵌套超过 {levels} 层。',
  },
  METHOD_UNKNOWN: { 'The method {method} is not supported.': '不支持请求方法 {method}。' },
  MEDIA_TYPE_UNSUPPORTED: {
    'This route does not accept the content type of the request.': '此地址不接受该请求的内容类型。',
    'The request must be a multipart form with a file.': '请求必须是带文件的 multipart 表单。',
  },
  REMOTE_ADDRESS_INVALID: {
    '{address} is not an address that a browser can load a module from.': '浏览器无法从 {address} 加载模块。',
  },
  FILE_NOT_FOUND: {
    'The file {file} does not exist.': '文件 {file} 不存在。',
    '{app} has no icon.': '{app} 没有图标。',
  },
  API_GROUP_UNKNOWN: { 'The API group {group} does not exist.': '没有接口分组 {group}。' },
  OIDC_LOGOUT_INVALID: {
    'The logout token is not valid: {reason}.': '登录提供方的注销令牌无效：{reason}。',
  },
  LOGGER_UNKNOWN: { 'There is no logger {name}.': '没有日志记录器 {name}。' },
  LOG_LEVEL_TIME: { 'A level cannot be set for {duration}.': '不能将日志级别设置 {duration}。' },
  LOG_LEVEL_UNKNOWN: { '{level} is not a log level.': '{level} 不是日志级别。' },
  ENV_PROPERTY_UNKNOWN: {
    'Neither the configuration nor the environment has {name}.': '配置和环境变量中都没有 {name}。',
  },
  METRIC_UNKNOWN: { 'There is no metric {name} with these tags.': '没有带这些标签的指标 {name}。' },
  CONFIG_KEY_FOREIGN: {
    'The application {app} may not write the setting {key}, because it is not its own.':
      '应用 {app} 不能写入参数 {key}，该参数不属于它。',
  },
  DURATION_INVALID: { '"{duration}" is not a duration.': '“{duration}”不是时长。' },
  CACHE_NOT_A_NUMBER: {
    'The cached value of {key} is not a whole number, so it cannot be incremented.':
      '缓存 {key} 的值不是整数，无法递增。',
  },
  HTTP_ANSWER_TOO_LARGE: { 'The response is larger than {bytes} bytes.': '返回的内容超过 {bytes} 字节。' },
  HTTP_TIMEOUT: { '{host} did not respond within {ms} ms.': '{host} 没有在 {ms} 毫秒内响应。' },
  TENANT_REQUIRED: {
    'Cannot insert into `{table}` without a tenant in context.': '没有租户时不能写入表 {table}。',
  },
  SQL_PARAMETER_UNSUPPORTED: {
    'Cannot store a value of type {type}.': '无法存储类型为 {type} 的值。',
  },
  SQL_SCRIPT_INVALID: {
    'The script has an unterminated string, name or comment in line {line}: {text}':
      '脚本第 {line} 行有未结束的字符串、名称或注释：{text}',
  },
  SQL_STATEMENT_FAILED: {
    '{script}: Statement {number} of {count} in line {line} failed: {reason}':
      '{script} 共 {count} 条语句，第 {number} 条（第 {line} 行）执行失败：{reason}',
    'Statement {number} of {count} in line {line} failed: {reason}':
      '共 {count} 条语句，第 {number} 条（第 {line} 行）执行失败：{reason}',
  },
  PACKAGE_CHECKSUM: {
    'The stored package is {found}, not {version}.': '存储中的安装包是 {found}，而不是 {version}。',
    'The stored package does not match packageSha256.': '存储中的安装包与 packageSha256 不符。',
  },
  VERSION_NOT_FOUND: {
    'The catalog has no version {version} of {app}.': '目录中没有 {app} 的版本 {version}。',
  },
  FRONTEND_INCOMPATIBLE: {
    '{app} {version} cannot be shown here. |Its frontend needs {needs}.':
      '{app} {version} 的前端需要 {needs}。',
  },
  FRONTEND_CODE_MISMATCH: {
    'The frontend was built for "{app}", but the manifest says "{other}".':
      '前端是为“{app}”构建的，而清单写的是“{other}”。',
  },
  FRONTEND_VERSION_MISMATCH: {
    'The frontend was built as {version}, but the manifest says {other}.':
      '前端是以 {version} 构建的，而清单写的是 {other}。',
  },
  DEPENDENCY_MISSING: { '{app} {version} needs {needs}.': '{app} {version} 需要 {needs}。' },
  APP_INSTALLED: { '{app} is installed for |a tenant|.': '仍有 1 个租户安装了 {app}。' },
  PLACEMENT_OUTSIDE: {
    'The file {path} of the package would be placed outside its folder.':
      '安装包中的文件 {path} 会放到应用的文件夹之外。',
  },
  MESSAGE_TARGET_UNKNOWN: {
    'The |queue| "{name}" is not declared.': '队列“{name}”没有声明。',
    'The |exchange| "{name}" is not declared.': '交换机“{name}”没有声明。',
  },
  FORBIDDEN: {
    'Reading this file needs the permission {permission}.': '读取此文件需要权限 {permission}。',
    'Storing a public file needs the permission {permission}.': '保存公开文件需要权限 {permission}。',
  },

  PLUGIN_LOAD_TIMEOUT: {
    'it did not finish within {ms} ms: {method} of {bean} is still pending':
      '没有在 {ms} 毫秒内完成，{bean} 的 {method} 尚未结束。',
    'it did not finish within {ms} ms': '没有在 {ms} 毫秒内完成。',
  },
  PLUGIN_JAR_UNREADABLE: {
    'The backend jar {file} cannot be read: {reason}': '后端归档 {file} 无法读取：{reason}',
  },
  PLUGIN_PLATFORM_CLASS_BUNDLED: {
    '{file} contains {entry}: the classes of {name} would exist twice.':
      '{file} 包含 {entry}，{name} 的类会重复。',
  },
  PLUGIN_PERMISSION_MISSING: {
    '{source} imports "{specifier}" without the permission "{permission}".':
      '{source} 导入了“{specifier}”，但缺少权限 {permission}。',
  },
  PLUGIN_MODULE_FAILED: {
    '{source} threw during its evaluation: {reason}': '{source} 在执行时出错：{reason}',
  },
  PLUGIN_LISTENER_INVALID: {
    '{method} listens to {event}, but |it is static or private: nothing can call it on the bean|.':
      '{method} 监听 {event}，但它是静态或私有方法，无法调用。',
    '{method} listens to an undefined class: two modules import each other, or the export does not exist.':
      '{method} 监听的类未定义：两个模块互相导入，或该导出不存在。',
    '@MessageListener of {method}: |it is static or private: nothing can call it on the bean|.':
      '{method} 的 @MessageListener 用于静态或私有方法，无法调用。',
    '@MessageListener of {method}: |it names no queue|.': '{method} 的 @MessageListener 没有写明队列。',
    '@MessageListener of {method}: |concurrency is {count}, not 1 to {most}|.':
      '{method} 的 @MessageListener 的 concurrency 是 {count}，应为 1 至 {most}。',
    '@MessageListener of {method}: |attempts is {count}, not 1 to {most}|.':
      '{method} 的 @MessageListener 的 attempts 是 {count}，应为 1 至 {most}。',
    '@MessageListener of {method}: |timeout is {timeout}, not 1ms to 24d|.':
      '{method} 的 @MessageListener 的 timeout 是 {timeout}，应为 1ms 至 24d。',
    '@MessageListener of {method}: |retryDelay or timeout is not a duration such as 500ms or 30s|.':
      '{method} 的 @MessageListener 的 retryDelay 或 timeout 不是 500ms、30s 这样的时长。',
  },
  ...MAPPER_MESSAGES,
  ...PACKAGE_MESSAGES,
  PLUGIN_BEAN_MISSING: {
    "No qualifying bean of type '{type}' for {bean}: {other} belongs to application {app}, and only its mappers can be injected.":
      '没有可供 {bean} 使用的 {type}：{other} 属于应用 {app}，只能注入其映射器。',
    "No qualifying bean of type '{type}' for {bean}.": '没有可供 {bean} 使用的 {type}。',
    'Entry {number} of inject of {bean} is undefined: two modules import each other, or the export does not exist.':
      '{bean} 的 inject 第 {number} 项未定义：两个模块互相导入，或该导出不存在。',
  },
  PLUGIN_BEAN_AMBIGUOUS: {
    '{bean} needs {type}: expected single matching bean but found {count}: {beans}.':
      '{bean} 需要一个 {type}，却有 {count} 个：{beans}。',
  },
  PLUGIN_BEAN_CYCLE: { 'Constructors depend on each other: {cycle}.': '构造函数循环依赖：{cycle}。' },
  PLUGIN_DECORATOR_STRAY: {
    '{class} has {decorator}, but |is not a bean|: it would never be called.':
      '{class} 有 {decorator}，但不是组件，不会被调用。',
    '{class} has |a route|, but |is not a controller|: it would never be called.':
      '{class} 有路由，但不是控制器，不会被调用。',
  },
  PLUGIN_SIBLING_CYCLE: { 'Applications import each other: {cycle}.': '应用之间循环导入：{cycle}。' },
  PLUGIN_DEPENDENT_REFUSED: {
    'Application {dependent} imports classes of {app} and cannot be rebuilt: {reason}':
      '应用 {dependent} 导入了 {app} 的类，无法重新构建：{reason}',
  },
  PLUGIN_SCHEDULE_INVALID: {
    '@Scheduled of {method} is invalid: {reason}.': '{method} 的 @Scheduled 无效：{reason}。',
  },
  PLUGIN_QUEUE_UNDECLARED: {
    '{method} listens to the queue "{queue}", which is not declared on the host.':
      '{method} 监听的队列“{queue}”没有在主机上声明。',
  },
  PLUGIN_JOB_INVALID: {
    '@JobExecutor of {class} has the invalid name "{name}".': '{class} 的 @JobExecutor 名称“{name}”无效。',
    '{class} has no method jobExecute(args).': '{class} 没有方法 jobExecute(args)。',
  },
  PLUGIN_JOB_DUPLICATE: {
    'The job name {name} of {class} is taken by {owner}.': '{class} 的任务名称 {name} 已被 {owner} 使用。',
  },
  PLUGIN_ROUTE_OUTSIDE_PREFIX: {
    '{method} {url} of {handler} has a segment that clients and proxies resolve to another path.':
      '{handler} 的 {method} {url} 中有一段会被客户端和代理解析为其他路径。',
    '{method} {url} of {handler} is outside {roots}.': '{handler} 的 {method} {url} 不在 {roots} 之下。',
  },
  PLUGIN_ROUTE_DUPLICATE: {
    '{method} {url} is handled by both {handlers}.': '{method} {url} 由多个方法处理：{handlers}。',
  },

  PLUGIN_PROCESS_REFUSED: {
    'Application {app} may not use {name}: the process belongs to the host.':
      '应用 {app} 不能使用 {name}：进程属于主机。',
  },
  PLUGIN_FILE_REFUSED: {
    'Application {app} may not use {path}: the path is outside its data folder.':
      '应用 {app} 不能使用 {path}：该路径在其数据文件夹之外。',
  },
  APP_NOT_INSTALLED: {
    '{app} is not installed or not enabled; install it from the marketplace.': '应用 {app} 未安装或未启用。',
  },
  MAPPER_NOT_BOUND: { '{mapper} is not connected to a database.': '映射器 {mapper} 没有连接数据库。' },
  MAPPER_RESULT_AMBIGUOUS: {
    'Expected one row of {entity}, but several match.': '预期 {entity} 有一行数据，却有多行。',
    '{name} returned {rows} rows, but one was expected.': '{name} 返回了 {rows} 行数据，预期为一行。',
  },
  MAPPER_PARAMETER_INVALID: {
    '{name} was called without a page.': '调用 {name} 时没有分页参数。',
    'The foreach over {collection} got a value that is not a list.': 'foreach 的 {collection} 不是列表。',
  },
  MAPPER_CONDITION_MISSING: {
    'Cannot change or delete every {entity}: the condition matches all rows.':
      '不能更改或删除所有 {entity}：条件匹配所有数据。',
  },
  FIELD_UNKNOWN: { '{entity} has no mapped field {field}.': '{entity} 没有映射字段 {field}。' },
  ROW_ID_MISSING: {
    'Cannot change a row of {entity} without its {field}.': '没有 {field}，无法更改 {entity} 的数据。',
  },
};
