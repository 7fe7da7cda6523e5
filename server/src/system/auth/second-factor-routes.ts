import { secondFactorContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import { callerOf } from '../shared/authority.ts';
import type { FreshProof } from './fresh-proof.ts';
import type { OwnSessions } from './own-sessions.ts';
import type { SecondFactor } from './factor/index.ts';

interface SecondFactorRouteParts {
  readonly factor: SecondFactor;
  readonly proof: FreshProof;
  readonly own: OwnSessions;
}

/** `/auth/second-factor`: the caller's own. (design 11.7) */
export function secondFactorRoutes({ factor, proof, own }: SecondFactorRouteParts): Route[] {
  return [
    defineRoute({
      ...secondFactorContracts.get,
      handler: (ctx) => factor.status(callerOf(ctx)),
    }),
    defineRoute({
      ...secondFactorContracts.start,
      audit: 'Begin to set up a second factor',
      handler(ctx) {
        proof.require();
        ctx.reply.header('cache-control', 'no-store');
        return factor.start(callerOf(ctx));
      },
    }),
    defineRoute({
      ...secondFactorContracts.confirm,
      audit: 'Set up a second factor',
      async handler(ctx) {
        ctx.reply.header('cache-control', 'no-store');
        const user = callerOf(ctx);
        const recoveryCodes = await factor.confirm(user.userId, ctx.body.code, 400);
        await own.endOthers(user);
        return { recoveryCodes };
      },
    }),
    defineRoute({
      ...secondFactorContracts.recoveryCodes,
      audit: 'Replace the recovery codes',
      async handler(ctx) {
        proof.require();
        ctx.reply.header('cache-control', 'no-store');
        return { recoveryCodes: await factor.renewCodes(callerOf(ctx).userId) };
      },
    }),
    defineRoute({
      ...secondFactorContracts.remove,
      audit: 'Remove the own second factor',
      async handler(ctx) {
        proof.require();
        await factor.remove(callerOf(ctx));
      },
    }),
  ];
}
