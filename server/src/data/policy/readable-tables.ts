import { hostTableForbidden, isHostTable, READABLE_HOST_TABLES } from '@platform/mapper';
import {
  AliasNode,
  ColumnNode,
  FromNode,
  IdentifierNode,
  OperationNodeTransformer,
  ParensNode,
  ReferenceNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  type JoinNode,
  type OperationNode,
} from 'kysely';
import type { TableCatalog } from '../catalog/table-catalog.ts';

/** Stands for the host's table where a text is only looked at. */
const HARMLESS = 'readable';

/** Gives a query the columns of the host's tables that applications may read. */
export class ReadableTables extends OperationNodeTransformer {
  /** The host's tables have been replaced by what an application sees of them. */
  found = false;
  readonly #catalog: TableCatalog;
  readonly #onlyLook: boolean;

  /** @param onlyLook names a harmless table in their place, so that the rest of the text can be looked at */
  constructor(catalog: TableCatalog, onlyLook: boolean) {
    super();
    this.#catalog = catalog;
    this.#onlyLook = onlyLook;
  }

  protected override transformSelectQuery(
    ...[node, queryId]: Parameters<OperationNodeTransformer['transformSelectQuery']>
  ): SelectQueryNode {
    const select = super.transformSelectQuery(node, queryId);
    const from = select.from && FromNode.create(select.from.froms.map((source) => this.#readable(source)));
    return { ...select, ...(from ? { from } : {}) };
  }

  protected override transformJoin(
    ...[node, queryId]: Parameters<OperationNodeTransformer['transformJoin']>
  ): JoinNode {
    const join = super.transformJoin(node, queryId);
    return { ...join, table: this.#readable(join.table) };
  }

  /** @throws SQL_FORBIDDEN */
  #readable(source: OperationNode): OperationNode {
    const table = AliasNode.is(source) ? source.node : source;
    if (!TableNode.is(table)) return source;
    const name = table.table.identifier.name.toLowerCase();
    if (!isHostTable(name, this.#catalog)) return source;
    const columns = READABLE_HOST_TABLES.get(name);
    if (!columns) throw hostTableForbidden(name);
    this.found = true;
    const alias = AliasNode.is(source)
      ? source.alias
      : IdentifierNode.create(this.#onlyLook ? HARMLESS : name);
    if (this.#onlyLook) return AliasNode.create(TableNode.create(HARMLESS), alias);
    const selections = columns.map((column) =>
      SelectionNode.create(ReferenceNode.create(ColumnNode.create(column))),
    );
    const select: SelectQueryNode = { ...SelectQueryNode.createFrom([table]), selections };
    return AliasNode.create(ParensNode.create(select), alias);
  }
}
