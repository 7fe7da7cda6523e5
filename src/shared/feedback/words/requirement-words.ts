import { filled, matcherOf } from './sentence-pattern.ts';

type Params = Readonly<Record<string, unknown>>;

/** Requirements of a field that a value does not meet, by keyword of JSON Schema. */
const REQUIREMENTS: Readonly<Record<string, (params: Params) => string>> = {
  required: () => '缺少内容',
  type: ({ type }) => `类型应为 ${String(type)}`,
  enum: ({ allowedValues }) => `只能是 ${Array.isArray(allowedValues) ? allowedValues.join('、') : ''}`,
  const: ({ allowedValue }) => `只能是 ${String(allowedValue)}`,
  pattern: () => '格式不正确',
  format: () => '格式不正确',
  minLength: ({ limit }) => `至少 ${String(limit)} 个字符`,
  maxLength: ({ limit }) => `最多 ${String(limit)} 个字符`,
  minItems: ({ limit }) => `至少 ${String(limit)} 项`,
  maxItems: ({ limit }) => `最多 ${String(limit)} 项`,
  uniqueItems: () => '有重复的内容',
  minimum: ({ limit }) => `不能小于 ${String(limit)}`,
  maximum: ({ limit }) => `不能大于 ${String(limit)}`,
  additionalProperties: ({ additionalProperty }) => `不应有 ${String(additionalProperty)}`,
};

/** The same as the message has them, which is all that the operation log keeps. */
const WRITTEN = Object.entries({
  "must have required property '{field}'": '缺少 {field}',
  'must be equal to one of the allowed values': '不是允许的值',
  'must be equal to constant': '不是允许的值',
  'must match pattern {pattern}': '格式不正确',
  'must match format {format}': '格式不正确',
  'must match a schema in anyOf': '格式不正确',
  'must match exactly one schema in oneOf': '格式不正确',
  'must NOT have fewer than {limit} characters': '至少 {limit} 个字符',
  'must NOT have more than {limit} characters': '最多 {limit} 个字符',
  'must NOT have fewer than {limit} items': '至少 {limit} 项',
  'must NOT have more than {limit} items': '最多 {limit} 项',
  'must NOT have duplicate items ({items})': '有重复的内容',
  'must NOT have additional properties': '有多余的内容',
  'must be >= {limit}': '不能小于 {limit}',
  'must be <= {limit}': '不能大于 {limit}',
  'must be a whole number from {least} to {most}': '应为 {least} 至 {most} 的整数',
  'must be the name of a column': '应为列名',
  'must be the id of an application': '应为应用的编号',
  'must be {type}': '类型应为 {type}',
}).map(([english, chinese]) => ({ valuesIn: matcherOf(english), chinese }));

/** Place and requirement, as in `roleName 至少 1 个字符`. */
function requirementOf(detail: unknown): string | undefined {
  const { path, keyword, ...params } = (detail ?? {}) as Params;
  const words = typeof keyword === 'string' ? REQUIREMENTS[keyword]?.(params) : undefined;
  if (words === undefined || typeof path !== 'string') return undefined;
  const missing = params['missingProperty'];
  return placed(words, path, ...(typeof missing === 'string' ? [missing] : []));
}

/** Parts of a request, which people do not know. */
const PART = /^(?:body|querystring|params|headers)(?:\/|$)/;

/** @param path of a value in a request, as in `body/roles/0` */
const placed = (words: string, path: string, ...inside: readonly string[]): string =>
  [[path.replace(PART, ''), ...inside].filter(Boolean).join('/'), words].filter(Boolean).join(' ');

function writtenRequirement(text: string): string | undefined {
  const [, path = '', said = ''] = /^(\S+) (must .+)$/s.exec(text) ?? [];
  for (const { valuesIn, chinese } of WRITTEN) {
    const values = valuesIn(said);
    if (values) return placed(filled(chinese, values), path);
  }
  return undefined;
}

/**
 * Every field of a request that was refused, by its details, else by its message; undefined where
 * one has no words.
 */
export function requirements(details: unknown, message: string): string | undefined {
  const [, texts = ''] = /^The request is not valid: (.+)\.$/s.exec(message) ?? [];
  const ofDetails = Array.isArray(details) && details.length > 0 ? details.map(requirementOf) : [undefined];
  const all = ofDetails.includes(undefined) ? texts.split('; ').map(writtenRequirement) : ofDetails;
  return all.includes(undefined) ? undefined : [...new Set(all)].join('；');
}
