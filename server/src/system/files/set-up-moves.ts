import { HOST_ID } from '../../data/index.ts';
import { HTTP, type ModuleContext } from '../../kernel/index.ts';
import type { Auth } from '../auth/module.ts';
import type { Leftovers } from './leftovers.ts';
import { StorageMoves } from './storage-moves.ts';
import { storageMoveRoutes } from './storage-routes.ts';
import type { Storages } from './storages.ts';

/** How often a host looks for moves that another one has left, and for content that is due. */
const LOOK_MS = 60_000;

/** Files go from one storage to another while the host serves. (design 12.1-8) */
export function setUpMoves(
  ctx: ModuleContext,
  { database, ids, clock }: Pick<Auth, 'database' | 'ids' | 'clock'>,
  storages: Storages,
  leftovers: Leftovers,
): void {
  const { logger } = ctx;
  const owner = ctx.use(HOST_ID);
  const moves = new StorageMoves({ database, ids, clock, storages, leftovers, logger, owner });
  ctx.use(HTTP).routes(storageMoveRoutes(moves));
  ctx.onDispose(() => moves.close());
  ctx.onReady(() => {
    moves.proceed();
    const timer = setInterval(() => moves.proceed(), LOOK_MS).unref();
    ctx.onDispose(() => clearInterval(timer));
  });
}
