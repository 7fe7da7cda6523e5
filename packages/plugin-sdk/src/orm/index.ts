export { BaseMapper } from './base-mapper.ts';
export type { Conditions, FieldOf, RowData, Where } from './conditions.ts';
export { DataScope, type DataScopeOptions } from './data-scope.ts';
export { Database } from './database.ts';
export {
  TableField,
  TableId,
  TableLogic,
  TableName,
  Version,
  type FieldOptions,
  type FieldType,
} from './entity.ts';
export { Mapper } from './mapper.ts';
export type { MapperOperations } from './mapper-operations.ts';
export { execute, selectList, selectOne, selectPage, selectValue } from './statement.ts';
export { Transactional, type TransactionOptions } from './transactional.ts';
