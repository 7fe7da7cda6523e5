import { join } from 'node:path';
import { diagnosisContracts } from '@platform/host-api';
import { loggingOptionsOf } from '../../infra/index.ts';
import { defineRoute, deploymentFolders, type ModuleContext, type Route } from '../../kernel/index.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { cpuProfile } from './cpu-profile.ts';
import { Exclusive } from './exclusive.ts';
import { takeHeapDump } from './heap-dump.ts';
import { answerLogFile } from './log-file.ts';
import { dumpText, ThreadDump } from './thread-dump.ts';

/** The log file, dumps and profiles. (spec: Monitoring endpoints; design 11.2, 11.8-10) */
export function diagnosisRoutes(ctx: ModuleContext, metrics: Pick<Metrics, 'loopDelay'>): Route[] {
  const logFile = join(loggingOptionsOf(ctx.config).directory ?? '', 'sys-console.log');
  const { tempDir } = deploymentFolders(ctx.config);
  const threads = new ThreadDump();
  const dumps = new Exclusive();
  const profiles = new Exclusive();
  return [
    defineRoute({
      ...diagnosisContracts.logfile,
      handler: (call) => answerLogFile(call, logFile, call.query.lines),
    }),
    defineRoute({
      ...diagnosisContracts.threadDump,
      handler: async ({ headers, reply }) => {
        const dump = threads.take(await metrics.loopDelay());
        if (!String(headers['accept']).startsWith('text/plain')) return dump;
        reply.header('content-type', 'text/plain; charset=utf-8');
        return Buffer.from(dumpText(dump));
      },
    }),
    defineRoute({
      ...diagnosisContracts.heapDump,
      audit: 'Take a heap dump',
      head: false,
      handler: ({ reply }) =>
        dumps.run(async (end) => {
          const { size, content } = await takeHeapDump(tempDir);
          content.once('close', end);
          reply.header('content-length', String(size));
          return reply.file(content, nameOf('heapsnapshot'));
        }),
    }),
    defineRoute({
      ...diagnosisContracts.cpuProfile,
      audit: 'Take a CPU profile',
      head: false,
      handler: ({ query, reply, signal }) =>
        profiles.run(async (end) => {
          const profile = await cpuProfile(query.seconds, signal);
          end();
          return reply.file(profile ?? Buffer.alloc(0), nameOf('cpuprofile'));
        }),
    }),
  ];
}

/** Of the form `2026-01-31T120000.heapsnapshot`: says when, and nothing about the host. */
const nameOf = (kind: string): string =>
  `${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.${kind}`;
