import type { DoctorFinding } from '../api/doctor-api.ts';

/** Texts of a finding. */
export interface FindingWords {
  readonly what: string;
  readonly why?: string | undefined;
  readonly fix?: string | undefined;
}

/** Findings in Chinese by check and state, with the facts of the host in braces. */
export const CHINESE: Readonly<Record<string, FindingWords>> = {
  'node.ok': { what: 'Node.js {version}' },
  'node.old': {
    what: 'Node.js {version} 版本过低。',
    why: '平台需要 Node.js {needed} 或更高版本。',
    fix: '用 “npm start” 启动（自带 Node.js），或安装更高版本。',
  },
  'node.untested': {
    what: 'Node.js {version} 未经测试。',
    why: '平台在 Node.js {tested} 上测试。',
    fix: '使用 Node.js {tested}。',
  },
  'disk.ok': { what: '{path} 所在磁盘剩余 {free}。' },
  'disk.low': {
    what: '{path} 所在磁盘仅剩 {free}。',
    why: '磁盘写满后，数据库写入、上传和安装都会失败。',
    fix: '删除不需要的文件，或扩大磁盘。',
  },
  'disk.full': {
    what: '{path} 所在磁盘仅剩 {free}。',
    why: '磁盘写满后，数据库写入、上传和安装都会失败。',
    fix: '删除不需要的文件，或扩大磁盘。',
  },
  'clock.ok': { what: '与数据库对照，时钟正确。' },
  'clock.differs': {
    what: '本机时钟与数据库相差 {seconds} 秒。',
    why: '会话、令牌、链接和定时任务会在错误的时间开始或结束。',
    fix: '同步时钟，例如使用 chrony 或 systemd-timesyncd。',
  },
  'clock.wrong': {
    what: '本机时钟与数据库相差 {seconds} 秒。',
    why: '会话、令牌、链接和定时任务会在错误的时间开始或结束。',
    fix: '同步时钟，例如使用 chrony 或 systemd-timesyncd。',
  },
  'database.ok': { what: '{product} {version} 响应正常。' },
  'database.old': {
    what: '{product} {version} 版本过低。',
    why: '平台需要 {product} {needed} 或更高版本。',
    fix: '先备份，再升级数据库服务器。',
  },
  'schema.ok': { what: '表结构 {schema} 与当前版本一致。' },
  'schema.newer': {
    what: '数据库的表结构 {schema} 属于更高版本的平台。',
    why: '当前版本无法在其上启动。',
    fix: '使用该版本或更高版本，或恢复备份。',
  },
  'schema.later': {
    what: '数据库的表结构 {schema} 属于更高版本的平台，当前版本可以与其同时运行。',
    why: '只有更高版本才有的功能在此不可用，操作可能需要在更高版本的主机上执行。',
    fix: '请同样升级此主机。',
  },
  'schema.pending': {
    what: '下次启动会对平台的表做 {count} 项变更。',
    why: '变更后，更早版本的平台可能无法启动。',
    fix: '启动前先备份：npm run platform -- backup <目录>',
  },
  'storage.ok': { what: '文件存储可以写入（{storage}）。' },
  'storage.disabled': { what: '没有启用文件存储。' },
  'storage.unavailable': {
    what: '文件存储不可用：{reason}',
    why: '上传会失败，其中的应用包也无法安装。',
    fix: '在“内容管理”的文件存储中修正配置，或使其目录可写。',
  },
  'keyFiles.ok': { what: '只有平台的用户能读取密钥。' },
  'keyFiles.others': {
    what: '本机所有用户都能读取 {file}（{mode}）。',
    why: '该文件包含平台的密钥或密码。',
    fix: 'chmod 600 {file}',
  },
  'keyFiles.group': {
    what: '本机同组用户能读取 {file}（{mode}）。',
    why: '该文件包含平台的密钥或密码。',
    fix: 'chmod 600 {file}',
  },
  'secrets.ok': { what: '所有已存储的机密都能读取。' },
  'secrets.key': {
    what: '平台密钥无法使用：{reason}',
    why: '下次启动会因此失败。',
    fix: '从备份或其他主机放回 {file}，并让运行平台的用户可以读取；密钥已丢失时运行 “npm run platform -- rotate-key --keep-unreadable”，再重新填写机密。',
  },
  'secrets.unreadable': {
    what: '{count} 个已存储的机密无法读取。',
    why: '依赖它们的存储和应用会失败。',
    fix: '放回之前的 config/platform.secret-key，或运行 “npm run platform -- rotate-key --old-key=<文件>”；没有该密钥时请重新填写。',
  },
  'secrets.rotating': {
    what: '密钥轮换曾被中断。',
    why: '一部分机密已用 {file} 中的新密钥加密，其余仍用旧密钥。',
    fix: '停止平台，再次运行 “npm run platform -- rotate-key”。',
  },
  'certificate.ok': { what: '{names} 的证书有效期至 {until}。' },
  'certificate.soon': {
    what: '{names} 的证书还有 {days} 天到期。',
    why: '{until} 之后浏览器会拒绝该证书。',
    fix: '替换 server.tls.cert 和 server.tls.key 指向的文件，平台会自动启用新证书。',
  },
  'certificate.early': {
    what: '{names} 的证书在 {from} 之前无效。',
    why: '在此之前浏览器会拒绝该证书。',
    fix: '校正本机时钟，或更换证书。',
  },
  'certificate.expired': {
    what: '{names} 的证书已于 {until} 到期。',
    why: '浏览器会拒绝该证书。',
    fix: '替换 server.tls.cert 和 server.tls.key 指向的文件，平台会自动启用新证书。',
  },
  'certificate.broken': {
    what: '证书无法使用：{reason}',
    why: '正在运行的平台会继续使用原证书，但下次启动会失败。',
    fix: '修正 server.tls.cert 和 server.tls.key 指向的文件。',
  },
  'administrators.ok': { what: '没有超级管理员使用默认密码。' },
  'administrators.known': {
    what: '超级管理员 {userName} 使用众所周知的密码。',
    why: '任何能访问登录页的人都能接管平台。',
    fix: '以 {userName} 登录并修改密码。',
  },
  'administrators.configured': {
    what: '超级管理员 {userName} 仍使用配置中的密码。',
    why: '该密码以明文存在于文件或环境变量中。',
    fix: '以 {userName} 登录并修改密码，然后从配置中删除 platform.admin-password。',
  },
  'administrators.generated': {
    what: '超级管理员 {userName} 仍使用生成的密码。',
    why: '转交密码的人可能知道它；首次启动时的密码还可能留在日志中。',
    fix: '以 {userName} 登录并修改密码。',
  },
  'monitoring.ok': { what: '监控端点使用自己的凭据。' },
  'monitoring.default': {
    what: '监控端点使用众所周知的默认凭据。',
    why: '任何能访问 API 端口的人都能读取日志、转储和环境。',
    fix: '设置 management.username 和 management.password。',
  },
  'securityMode.ok': { what: '只接受带可信签名的应用包。' },
  'securityMode.warn': {
    what: '接受没有可信签名的应用包：app-market.security.mode 为 {mode}。',
    why: '应用包以平台的权限运行。',
    fix: '将 app-market.security.mode 设为 enforce。',
  },
  'securityMode.off': {
    what: '接受没有可信签名的应用包：app-market.security.mode 为 {mode}。',
    why: '应用包以平台的权限运行。',
    fix: '将 app-market.security.mode 设为 enforce。',
  },
  'securityMode.no-key': {
    what: '没有可信的公钥，所有应用包都会被拒绝。',
    why: 'app-market.security.mode 为 enforce，而 app-market.security.public-key 为空。',
    fix: '将发布方的公钥加入 app-market.security.public-key。',
  },
  'variables.ok': { what: '所有以配置项前缀命名的环境变量都是有效的配置项。' },
  'variables.ignored': {
    what: '平台忽略了这些环境变量：{names}。',
    why: '它们以配置项的前缀开头，但不是配置项，本应设置的值仍为默认值。',
    fix: '按 docs/configuration.md 更正名称，或删除这些变量。',
  },
  'signatures.ok': { what: '所有已安装的应用包都由可信密钥签名。' },
  'signatures.unsigned': {
    what: '{appCode} {version} 的应用包没有可信签名（{signature}），已安装的租户：{tenants}。',
    why: '无法确认制作者。在 enforce 模式下不能再次安装。',
    fix: '发布已签名的版本并升级。',
  },
  'applications.ok': { what: '已安装的 {count} 个版本都适用于当前平台。' },
  'applications.unfit': {
    what: '{appCode} {version}（租户 {tenants}）需要平台 {range}。',
    why: '当前平台为 {platform}，不会加载该应用。',
    fix: '安装适用于当前平台的版本，或在此之前保留原平台版本。',
  },
};

/** States that any check may have. */
const ANY_CHECK: Readonly<Record<string, FindingWords>> = {
  failed: { what: '检查“{check}”失败：{reason}', why: '检查结果未知。', fix: '排除原因后重新检查。' },
};

/**
 * The texts of a finding in the person's language. The host's own, in English, where there are
 * none, as for a finding of a later host.
 *
 * @param say a reason of the host in the person's language
 */
export function wordsOf(
  finding: DoctorFinding,
  locale: string,
  say = (reason: string): string => reason,
): FindingWords {
  const { check, state, facts, what, why, fix } = finding;
  const words = locale.startsWith('zh') ? (CHINESE[`${check}.${state}`] ?? ANY_CHECK[state]) : undefined;
  if (!words) return { what, why, fix };
  const { reason } = facts;
  const values: Readonly<Record<string, string | undefined>> = {
    ...facts,
    check,
    reason: reason && say(reason),
  };
  const filled = (text: string | undefined) =>
    text?.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return { what: filled(words.what) ?? what, why: filled(words.why), fix: filled(words.fix) };
}
