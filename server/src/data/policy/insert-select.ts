import {
  AliasNode,
  FromNode,
  IdentifierNode,
  SelectQueryNode,
  SelectionNode,
  TableNode,
  ValueNode,
  type OperationNode,
} from 'kysely';

const SOURCE = 'given';

/** `select given.*, <value> as <column>, … from (<rows>) as given` */
export function withAddedSelections(
  rows: OperationNode,
  added: ReadonlyArray<readonly [column: string, value: unknown]>,
): OperationNode {
  return {
    ...SelectQueryNode.create(),
    from: FromNode.create([AliasNode.create(rows, IdentifierNode.create(SOURCE))]),
    selections: [
      SelectionNode.createSelectAllFromTable(TableNode.create(SOURCE)),
      ...added.map(([column, value]) =>
        SelectionNode.create(AliasNode.create(ValueNode.create(value), IdentifierNode.create(column))),
      ),
    ],
  } as SelectQueryNode;
}
