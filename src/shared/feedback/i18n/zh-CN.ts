/** Texts of failures with `details.params`, by code. */
export default {
  OIDC_UNAVAILABLE: { message: '登录提供方没有响应。', fix: '请稍后重试，或使用密码登录。' },
  OIDC_REFUSED: { message: '登录提供方未确认此次登录。', fix: '请重试；如仍出现，请管理员查看日志。' },
  OIDC_CANCELLED: {
    message: '在登录提供方的登录已取消，或该提供方不允许你登录。',
    fix: '请重试，或换一种方式登录；如仍出现，请联系管理员。',
  },
  OIDC_NOT_FRESH: {
    message: '登录提供方没有再次验证你的身份。',
    fix: '请先在登录提供方退出登录再重试，或换一种方式确认。',
  },
  OIDC_OTHER_PERSON: { message: '在登录提供方登录的是其他人。', fix: '请在那里使用你自己的账号登录。' },
  OIDC_FLOW_LOST: { message: '此次登录超过了十分钟，或是在另一个浏览器中开始的。', fix: '请重新开始。' },
  OIDC_ACCOUNT_UNKNOWN: { message: '登录提供方认识你，但你在这里没有账号。', fix: '请联系管理员开通账号。' },
  CATALOG_NOT_CONFIGURED: {
    message: '这是用户端，尚未配置应用目录。',
    fix: '请设置 app-market.catalog.base-url 和 app-market.catalog.token，或将 base-url 设为 packager export-catalog 导出的文件夹。',
  },
  CATALOG_UNREACHABLE: {
    message: '无法连接应用目录 {address}：{reason}。已安装的应用继续工作。',
    fix: '请检查 app-market.catalog.base-url，并确认发布端正在运行且可从本机访问。',
  },
  CATALOG_TIMEOUT: {
    message: '应用目录 {address} 未在 {milliseconds} 毫秒内响应。',
    fix: '请检查 app-market.catalog.base-url，并确认发布端正在运行且可从本机访问。时限由 app-market.catalog.{what}-timeout-ms 设置。',
  },
  CATALOG_REDIRECTED: {
    message: '应用目录 {address} 返回 {status} 并重定向到其他地址；令牌不会发送到该地址。',
    fix: '如果新地址属于发布端，请将 app-market.catalog.base-url 设为该地址。',
  },
  CATALOG_ANSWER_INVALID: {
    message: '{address} 返回的不是应用目录：{why}。',
    fix: '请将 app-market.catalog.base-url 设为发布端的 API 地址；经由其前端端口时以 /prod-api 结尾。',
  },
  CATALOG_TOKEN_INVALID: {
    message: '发布端 {address} 不接受本平台的令牌。',
    fix: '请在发布端的控制台签发令牌，并设为 app-market.catalog.token。',
  },
  CATALOG_REFUSED: {
    message: '应用目录 {address} 拒绝了请求（{error}）：{message}',
    fix: '请查看发布端的日志。',
  },
  CATALOG_TRANSFER_BROKEN: {
    message: '从 {address} 传输安装包时反复中断，最后停在第 {received} 字节（共 {size} 字节）：{reason}。',
    fix: '请检查本机与发布端之间的网络，然后重新开始。',
  },
  CATALOG_PACKAGE_MISMATCH: {
    message: '来自 {address} 的安装包与应用目录中的记录不符：{why}。已丢弃。',
    fix: '请重试；如仍出现，请将此问题告知发布端。',
  },
  CATALOG_FOLDER_INVALID: {
    message: '目录文件夹 {folder} 无法使用：{why}。',
    fix: '请将 packager export-catalog 导出的文件夹完整复制到该处，并确认主机有读取权限。',
  },
  NODE_NOT_ANSWERING: {
    message: '主机 {machine}（进程 {pid}）没有响应。',
    fix: '请重试。它可能被阻塞、正在启动或停止、版本较旧，或未连接 Redis。',
  },
  NODE_ELSEWHERE: {
    message: '堆快照是 {machine} 上的文件，本机无法读取。',
    fix: '请使用监控凭据访问 {url}。',
  },
  STORAGE_UNAVAILABLE: {
    message: '文件存储无法使用：{reason}。',
    fix: '请在文件存储的设置中检查地址、凭据和存储桶，或目录与磁盘空间。',
  },
};
