import { isUniqueViolation } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { EntityModel } from './entity-model.ts';

export const rowIdMissing = ({ entity, id }: EntityModel): PlatformError =>
  new PlatformError({
    code: 'ROW_ID_MISSING',
    status: 400,
    message: `${entity.name} cannot be changed without its ${id.field}.`,
    fix: `Give ${id.field}.`,
  });

export const conditionMissing = ({ entity }: EntityModel): PlatformError =>
  new PlatformError({
    code: 'MAPPER_CONDITION_MISSING',
    status: 400,
    message: `Every ${entity.name} was to be changed or removed: nothing limits the rows.`,
    fix: 'Give a condition; a value that is undefined leaves its condition out.',
  });

export const rowAmbiguous = ({ entity }: EntityModel): PlatformError =>
  new PlatformError({
    code: 'MAPPER_RESULT_AMBIGUOUS',
    message: `There are several rows of ${entity.name} where one was expected.`,
    fix: 'Narrow the condition, or use selectList.',
  });

export const orderColumnUnknown = ({ byField }: EntityModel, field: string): PlatformError =>
  new PlatformError({
    code: 'ORDER_COLUMN_UNKNOWN',
    status: 400,
    message: `Rows cannot be ordered by ${field}.`,
    fix: `Order by one of ${[...byField.keys()].join(', ')}.`,
  });

/** Awaits a write. @throws ROW_DUPLICATE (409) where a unique key refuses it */
export async function translateDuplicate<T>({ entity }: EntityModel, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new PlatformError({
      code: 'ROW_DUPLICATE',
      status: 409,
      message: `A ${entity.name} with the same key exists already.`,
      fix: 'Choose other values for the fields that must be unique.',
      cause,
    });
  }
}
