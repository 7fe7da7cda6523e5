const BEGINS_STATEMENT = /<(select|insert|update|delete|sql|resultMap)\b/;

/**
 * Line of a finding: the first line of the statement with the name, or that of the part.
 *
 * @param statement line of the statement, from 1
 * @param part line of the part, from 1
 */
export function lineOf(
  xml: string,
  statement: number,
  part: number | undefined,
  name: string | undefined,
): number {
  const fallback = part ?? statement;
  if (name === undefined || name === '') return fallback;
  const lines = xml.split('\n');
  const next = lines.findIndex((line, index) => index >= statement && BEGINS_STATEMENT.test(line));
  const end = next < 0 ? lines.length : next;
  const word = new RegExp(String.raw`(?<![\w$])${name.replaceAll(/[^\w]/g, String.raw`\$&`)}(?![\w$])`, 'i');
  const has = (from: number): number =>
    lines.findIndex((line, index) => index >= from && index < end && word.test(line));
  const found = part === undefined ? -1 : has(part - 1);
  const at = found >= 0 ? found : has(statement - 1);
  return at < 0 ? fallback : at + 1;
}
