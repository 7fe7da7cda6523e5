import { join } from 'node:path';
import { Readable } from 'node:stream';
import { hostLogContracts } from '@platform/host-api';
import { LIVE_LINES, LiveLines, loggingOptionsOf } from '../../infra/index.ts';
import {
  defineRoute,
  eventStream,
  heldStream,
  ofPlatformTenant,
  SIBLINGS,
  type ModuleContext,
  type Route,
} from '../../kernel/index.ts';
import { HostLog } from './host-log.ts';
import { SiblingLines } from './sibling-lines.ts';

/** `/system/hostLog`: lines of all tenants, hence for the platform's own only. (design 11.5) */
export function hostLogRoutes(ctx: Pick<ModuleContext, 'config' | 'services' | 'onDispose'>): Route[] {
  const { config, services } = ctx;
  const { directory = '' } = loggingOptionsOf(config);
  const live = services.find(LIVE_LINES) ?? new LiveLines();
  const siblings = services.find(SIBLINGS);
  const others = siblings && new SiblingLines(siblings, live);
  if (others) ctx.onDispose(() => others.close());
  const log = new HostLog(join(directory, 'sys-console.log'), live, others);
  return ofPlatformTenant([
    defineRoute({
      ...hostLogContracts.follow,
      handler: (call) => {
        const { lines, ...filter } = call.query;
        return eventStream(call, (sink) =>
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
