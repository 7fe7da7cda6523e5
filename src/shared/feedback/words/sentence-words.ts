import { filled, matcherOf, type Values } from './sentence-pattern.ts';

/**
 * Sentences that the host keeps as text, such as why a run failed or a message was not handled, in
 * Chinese. Values stand in braces; `{reason}` may itself be such a sentence.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  'The previous run had not finished.': '上一次运行尚未结束。',
  'The start at {time} was missed.': '错过了 {time} 的运行。',
  'The host stopped before the run had finished.': '主机在运行结束前停止。',
  'The host is stopping.': '主机正在停止。',
  'The run was stopped.': '运行已被停止。',
  'The run did not finish within {ms} ms.': '运行没有在 {ms} 毫秒内结束。',
  'jobExecute did not resolve to an ExecuteResult.': 'jobExecute 没有返回 ExecuteResult。',

  'The host stopped in each attempt to handle the message.': '每次处理此消息时主机都停止了。',
  'It was redelivered {count} times without an outcome.': '重新投递了 {count} 次，都没有结果。',
  '{app} is not installed for tenant {tenant}.': '租户 {tenant} 没有安装 {app}。',
  'The body is not JSON.': '消息内容不是 JSON。',
  'The listener did not finish within {ms} ms.': '监听方法没有在 {ms} 毫秒内结束。',
  'It has no tenant.': '消息没有租户。',
  'It is not a notice.': '消息不是通知。',
  'none is configured': '没有配置',

  'The secret key of this platform cannot be used: {file}: {reason}.':
    '平台的密钥 {file} 无法使用：{reason}。',
  'The secret key in {file} is not the one that was used with this database.':
    '{file} 中的密钥不是此数据库所用的密钥。',

  'The copy of {key} differs from the original, and was removed.': '{key} 的副本与原文件不一致，副本已删除。',
  'The storage does not contain this object.': '存储中没有此文件。',
  'The file is in the storage {storage}, which is no longer configured.':
    '文件所在的存储 {storage} 已不再配置。',
  '{storage} cannot be used: {reason}.': '{storage} 无法使用：{reason}。',
  'its host name is not known ({code})': '主机名无法解析（{code}）',
  'nothing listens at its address ({code})': '该地址没有服务（{code}）',
  'the connection broke off ({code})': '连接中断（{code}）',
  'it does not answer ({code})': '没有响应（{code}）',
  'it does not answer': '没有响应',
  'it has no such bucket ({code})': '没有这个存储桶（{code}）',
  'it refuses the credentials ({code})': '凭据被拒绝（{code}）',

  'The package has no signature.txt.': '安装包没有 signature.txt。',
  'The package was not read.': '没有读取安装包。',
  'The package cannot be read.': '安装包无法读取。',
  'Signatures are not checked (security mode off).': '没有校验签名（安全模式为 off）。',
  'The archive was changed after signing. {reason}': '压缩包在签名后有变动：{reason}',
  'Key {key} has been revoked.': '密钥 {key} 已被吊销。',
  'Key {key} is not a trusted key.': '密钥 {key} 不是受信任的密钥。',
  'The signature does not match the list of files above it.': '签名与其上方的文件列表不符。',
  'The manifest cannot be read, so application and version cannot be compared.':
    '无法读取清单，因此无法核对应用和版本。',
  'The signature is for {app}, but the manifest says {other}.': '签名属于 {app}，而清单写的是 {other}。',
  'signature.txt, line {line}: expected {expected}.': 'signature.txt 第 {line} 行的格式不正确：{expected}。',

  '{file} cannot be read: {reason}.': '{file} 无法读取：{reason}。',
  '{file} has no certificate.': '{file} 中没有证书。',
  '{file} has a certificate that cannot be read: {reason}.': '{file} 中有无法读取的证书：{reason}。',
  '{file} does not belong to the certificate in {other}.': '{file} 与 {other} 中的证书不匹配。',
  '{file} is encrypted.': '{file} 已加密。',
  'server.tls.passphrase does not open {file}.': 'server.tls.passphrase 无法打开 {file}。',
  '{file} has no private key that can be read.': '{file} 中没有可读取的私钥。',
};

const PATTERNS = Object.entries(SENTENCES).map(([english, chinese]) => ({
  valuesIn: matcherOf(english),
  chinese,
}));

/** A sentence of the host in Chinese; undefined for any other text. */
export function sentenceInChinese(text: string): string | undefined {
  for (const { valuesIn, chinese } of PATTERNS) {
    const values = valuesIn(text);
    if (values) return filled(chinese, withReason(values));
  }
  return differences(text);
}

/** Values with a reason in Chinese, if it is a sentence of the host. */
const withReason = ({ reason, ...values }: Values): Values =>
  reason === undefined ? values : { ...values, reason: sentenceInChinese(reason) ?? reason };

const DIFFERENCES: Readonly<Record<string, string>> = {
  'changed after signing': '签名后有变动',
  missing: '缺少',
  'not covered': '签名未包含',
};

/** Differences to a signature, as in `missing: app.json; not covered: a.js and 2 more.` */
function differences(text: string): string | undefined {
  if (!text.endsWith('.')) return undefined;
  const parts = text.slice(0, -1).split('; ');
  const said = parts.map((part) => {
    const [, what = '', files = ''] = /^([a-z ]+): (.+)$/s.exec(part) ?? [];
    return DIFFERENCES[what] && `${DIFFERENCES[what]}：${files.replace(/ and (\d+) more$/, ' 等另外 $1 个')}`;
  });
  return said.every(Boolean) ? `${said.join('；')}。` : undefined;
}
