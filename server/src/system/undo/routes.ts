import { undoContracts, type Contract, type IdsParams, type Removed } from '@platform/host-api';
import { defineRoute, type LoginUser, type Route } from '../../kernel/index.ts';
import { callerOf } from '../shared/authority.ts';
import { idsOf } from '../shared/ids.ts';
import type { UndoKindName } from './kinds.ts';
import type { Removals } from './removals.ts';

/** How records of a kind are removed. */
interface RemovedKind {
  readonly kind: UndoKindName;
  readonly contract: Contract<
    'DELETE',
    string,
    { readonly params: typeof IdsParams; readonly response: typeof Removed }
  >;
  /** Title for the operation log. */
  readonly audit: string;
  readonly remove: (ids: readonly number[], actor: LoginUser) => Promise<number>;
}

/** The route that removes records; one alone can be put back. */
export function removalRoute(removals: Removals, { kind, contract, audit, remove }: RemovedKind): Route {
  const permission = contract.auth;
  return defineRoute({
    ...contract,
    audit,
    handler(ctx) {
      const actor = callerOf(ctx);
      return removals.run(actor, { kind, permission, ids: idsOf(ctx.params.ids) }, (ids) =>
        remove(ids, actor),
      );
    },
  });
}

/** `/system/undo`. */
export const undoRoutes = (removals: Removals): Route[] => [
  defineRoute({
    ...undoContracts.undo,
    audit: 'Undo a removal',
    handler: (ctx) => removals.undo(callerOf(ctx), ctx.params.undoId),
  }),
];
