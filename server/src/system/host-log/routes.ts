import { join } from 'node:path';
import { Readable } from 'node:stream';
import { hostLogContracts } from '@platform/host-api';
import { LIVE_LINES, LiveLines, loggingOptionsOf } from '../../infra/index.ts';
import {
  defineRoute,
  eventStream,
  heldStream,
  ofPlatformTenant,
  type ModuleContext,
  type Route,
} from '../../kernel/index.ts';
import { HostLog } from './host-log.ts';

/** `/system/hostLog`: lines of all tenants, hence for the platform's own only. (design 11.5) */
export function hostLogRoutes({ config, services }: ModuleContext): Route[] {
  const { directory = '' } = loggingOptionsOf(config);
  const log = new HostLog(join(directory, 'sys-console.log'), services.find(LIVE_LINES) ?? new LiveLines());
  return ofPlatformTenant([
    defineRoute({
      ...hostLogContracts.follow,
      handler: (ctx) => {
        const { lines, ...filter } = ctx.query;
        return eventStream(ctx, (sink) =>
          log.follow(filter, lines, {
            send: (found) => sink.send('lines', found),
            end: () => sink.end(),
          }),
        );
      },
    }),
    defineRoute({
      ...hostLogContracts.download,
      audit: 'Download the log',
      handler: ({ query, reply }) => {
        const day = new Date().toISOString().slice(0, 10);
        const text = heldStream(Readable.from(log.text(query)));
        return reply.file(text, `sys-console-${day}.log`, 'text/plain');
      },
    }),
  ]);
}
