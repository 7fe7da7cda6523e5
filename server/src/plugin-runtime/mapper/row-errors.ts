import { isUniqueViolation } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { EntityModel } from './entity-model.ts';

export const rowIdMissing = ({ entity, id }: EntityModel): PlatformError =>
  new PlatformError({
    code: 'ROW_ID_MISSING',
    status: 400,
    message: `Cannot change a row of ${entity.name} without its ${id.field}.`,
    fix: `Set ${id.field}.`,
  });

export const conditionMissing = ({ entity }: EntityModel): PlatformError =>
  new PlatformError({
    code: 'MAPPER_CONDITION_MISSING',
    status: 400,
    message: `Cannot change or delete every ${entity.name}: the condition matches all rows.`,
    fix: 'Pass a condition. A condition whose value is undefined is ignored.',
  });

export const rowAmbiguous = ({ entity }: EntityModel): PlatformError =>
  new PlatformError({
    code: 'MAPPER_RESULT_AMBIGUOUS',
    message: `Expected one row of ${entity.name}, but several match.`,
    fix: 'Narrow the condition, or use selectList.',
  });

export const orderColumnUnknown = ({ byField }: EntityModel, field: string): PlatformError =>
  new PlatformError({
    code: 'ORDER_COLUMN_UNKNOWN',
    status: 400,
    message: `Cannot order rows by ${field}.`,
    fix: `Order by one of ${[...byField.keys()].join(', ')}.`,
  });

/**
 * Awaits a write.
 *
 * @throws ROW_DUPLICATE (409) if a unique key refuses it
 */
export async function translateDuplicate<T>({ entity }: EntityModel, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new PlatformError({
      code: 'ROW_DUPLICATE',
      status: 409,
      message: `A ${entity.name} with the same key already exists.`,
      fix: 'Choose other values for the unique fields.',
      cause,
    });
  }
}
