export type { Dialect } from './dialect.ts';
export { columnNameOf } from './column-name.ts';
export { parseCreatedTables } from './sql/created-tables.ts';
export { splitScript, type Statement } from './sql/split.ts';
export { compileStatement, type CompiledStatement } from './statement/compile-statement.ts';
export type { CompiledSql } from './statement/compiled-sql.ts';
export { inStatement } from './xml/in-statement.ts';
export { invalidXml, MalformedXml, MapperError } from './xml/mapper-error.ts';
export { readMappers } from './statement/read-mappers.ts';
export { hasCollection, type ResultMap } from './result/result-map.ts';
export { readResultMap, ResultMapReader, unknownType, type ResultClasses } from './result/read-result-map.ts';
export { renderStatement } from './statement/render.ts';
export type { SelectKey, SelectKeys } from './statement/select-key.ts';
export { SqlContext } from './statement/sql-context.ts';
export { checkAttributes, elementsOf, parseXml, type XmlElement } from './xml/xml-element.ts';
export { MARK } from './sql/items.ts';
export { assemble, valuesOf, type StatementPlan } from './tenant/plan.ts';
export { planStatement } from './tenant/plan-statement.ts';
export { limitOf, type RowLimit } from './tenant/row-limit.ts';
export { queryRefused, tenantMismatch, tenantRequired } from './refusals.ts';
export type { RowReach, ScopedRows, StatementScope, TenantRule } from './tenant/scope.ts';
export { specialColumns, type SpecialColumn } from './tenant/special-columns.ts';
export { isSystemTable } from './tenant/system-tables.ts';
export type { Tables } from './tenant/tables.ts';
export {
  checkStatement,
  type StatementCheck,
  type StatementDatabase,
  type StatementFinding,
} from './prepare/check-statement.ts';
export { checkMapperFiles, settleFindings, type SettledFinding } from './prepare/check-mapper-files.ts';
export { Catalog, catalogStatements, type CatalogRow } from './tenant/catalog.ts';
export { sqlForbidden } from './guard/guard.ts';
export { isForbiddenFunction } from './guard/forbidden.ts';
export { readableTableDefinitions } from './guard/host-tables.ts';
export { SubstitutionSearch } from './survey/substitution-search.ts';
export { surveyMapper, type SurveyedMapper, type SurveyedStatement } from './survey/survey-mapper.ts';
export {
  tokenizePortable,
  type PortableTokens,
  type SqlToken,
  type SqlTokenKind,
} from './sql/portable-tokens.ts';
