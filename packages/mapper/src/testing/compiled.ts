import { MARK } from '../sql/items.ts';
import { compileStatement, type CompiledStatement } from '../statement/compile-statement.ts';
import { readMappers } from '../statement/read-mappers.ts';
import { renderStatement } from '../statement/render.ts';

/** Package of the tested application, with its final dot. */
export const PREFIX = 'cn.platform.shop.';
const NAMESPACE = `${PREFIX}ItemMapper`;

/** A mapper file with this content. */
export const mapperXml = (content: string): string => `<mapper namespace="${NAMESPACE}">${content}</mapper>`;

/** Compiles the first statement of a mapper file with this content. */
export function compileFirst(content: string, databaseId = 'sqlite'): CompiledStatement {
  const { files, fragments } = readMappers(
    [{ entry: 'a.xml', xml: mapperXml(content) }],
    PREFIX,
    databaseId,
    () => undefined,
    (_entry, error) => {
      throw error;
    },
  );
  const file = files.get('a.xml');
  const source = file?.statements[0];
  if (!file || !source) throw new Error('The statement was not read.');
  return compileStatement(file, source, { fragments, databaseId });
}

/** Renders compiled SQL, in which `?` stands for a bound value and spaces are single. */
export function rendered(
  sql: Parameters<typeof renderStatement>[0],
  parameters: object = {},
  databaseId = 'sqlite',
): { text: string; values: unknown[] } {
  const { text, values } = renderStatement(sql, parameters, databaseId);
  return { text: text.replaceAll(MARK, '?').replaceAll(/\s+/g, ' ').trim(), values: [...values] };
}
