import type { CompiledSql } from '@platform/mapper';
import { PlatformError } from '../../../kernel/index.ts';
import type { Row } from '../result/rows-mapper.ts';
import type { MappedKey, MapperStatement } from './bind-results.ts';

/**
 * Runs a change with its select keys, which are written to the caller's parameters as in MyBatis.
 *
 * @throws MAPPER_KEY_INVALID if a key is not exactly one row or cannot be written
 */
export async function runWithKeys(
  name: string,
  { before, after }: MapperStatement['keys'],
  parameters: object,
  change: (parameters: object) => Promise<number>,
  select: (sql: CompiledSql, parameters: object) => Promise<Row[]>,
): Promise<number> {
  const put = async (key: MappedKey): Promise<void> => {
    const rows = await select(key, parameters);
    if (rows.length !== 1) throw invalidKey(`The selectKey of ${name} returned ${rows.length} rows.`);
    const [found] = key.mapRows(rows);
    const values = typeof found === 'object' && found !== null ? Object.values(found) : [found];
    if (values.length < key.properties.length)
      throw invalidKey(`The selectKey of ${name} has too few columns.`);
    for (const [index, property] of key.properties.entries())
      assign(name, parameters, property, values[index]);
  };
  if (before) await put(before);
  const changed = await change(parameters);
  if (after) await put(after);
  return changed;
}

function assign(name: string, parameters: object, path: string, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop() ?? path;
  const target = steps.reduce<unknown>(
    (at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined),
    parameters,
  );
  if (last === '__proto__' || !isObject(target) || !Reflect.set(target, last, value)) {
    throw invalidKey(`The selectKey of ${name} cannot set ${path} of its parameters.`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const invalidKey = (message: string): PlatformError =>
  new PlatformError({
    code: 'MAPPER_KEY_INVALID',
    message,
    fix: 'Select exactly one row, with a column for each keyProperty, and give parameters that can be changed.',
  });
