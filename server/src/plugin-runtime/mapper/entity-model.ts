import { columnNameOf } from '@platform/mapper';
import {
  ENTITY,
  FIELDS,
  inheritedFacts,
  type AbstractClass,
  type FieldFact,
  type FieldRole,
} from '@platform/plugin-sdk/host';
import type { FieldType } from '@platform/plugin-sdk/orm';
import type { LoadFinding } from '../contract/load-finding.ts';

/** A mapped column of an entity. */
export interface ColumnModel {
  readonly field: string;
  readonly column: string;
  readonly type: FieldType | undefined;
  readonly role: FieldRole;
}

/** Mapping of an entity to its table. */
export interface EntityModel {
  readonly entity: new () => object;
  readonly table: string;
  readonly id: ColumnModel;
  readonly columns: readonly ColumnModel[];
  readonly byField: ReadonlyMap<string, ColumnModel>;
  readonly logicalDelete: ColumnModel | undefined;
  readonly version: ColumnModel | undefined;
}

/** @returns the model, or findings if the entity cannot be mapped */
export function entityModel(entity: new () => object): EntityModel | LoadFinding[] {
  const table = inheritedFacts(entity, ENTITY).at(-1)?.table;
  const columns = columnsOf(entity);
  const findings: LoadFinding[] = [];
  const refuse = (message: string, fix: string): void =>
    void findings.push({ code: 'PLUGIN_ENTITY_INVALID', message: `Entity ${entity.name} ${message}`, fix });
  const withRole = (role: FieldRole): ColumnModel | undefined => {
    const found = columns.filter((column) => column.role === role);
    if (found.length > 1)
      refuse(`has ${found.length} fields with the role ${role}.`, 'Keep only one of them.');
    return found[0];
  };
  if (!table) refuse('has no @TableName.', 'Set its table with @TableName("<code>_…").');
  const id = withRole('id');
  if (!id) refuse('has no @TableId.', 'Mark its primary key with @TableId().');
  const logicalDelete = withRole('logicalDelete');
  const version = withRole('version');
  if (findings.length > 0 || !table || !id) return findings;
  const byField = new Map(columns.map((column) => [column.field, column]));
  return { entity, table, id, columns, byField, logicalDelete, version };
}

/** Mapped columns of a class; a redeclared field overrides that of its base class. */
export function columnsOf(entity: AbstractClass): ColumnModel[] {
  const facts = inheritedFacts(entity, FIELDS).flat();
  return [...new Map(facts.map((fact) => [fact.name, columnOf(fact)])).values()];
}

function columnOf({ name, column, type, role }: FieldFact): ColumnModel {
  const implied = role === 'logicalDelete' ? 'boolean' : role === 'version' ? 'number' : undefined;
  return { field: name, column: column ?? columnNameOf(name), type: type ?? implied, role };
}
