import { join } from 'node:path';
import { diagnosisContracts } from '@platform/host-api';
import { loggingOptionsOf } from '../../infra/index.ts';
import { defineRoute, type ModuleContext, type Route } from '../../kernel/index.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { MachineWorkers } from '../workers.ts';
import type { Diagnosis } from './diagnosis.ts';
import { answerLogFile } from './log-file.ts';
import { dumpText } from './thread-dump.ts';
import { threadDumps } from './thread-dumps.ts';

/** The log file, dumps and profiles. (spec: Monitoring endpoints; design 11.2, 11.8-10) */
export function diagnosisRoutes(
  ctx: ModuleContext,
  metrics: Pick<Metrics, 'loopDelay'>,
  diagnosis: Diagnosis,
  workers: MachineWorkers,
): Route[] {
  const logFile = join(loggingOptionsOf(ctx.config).directory ?? '', 'sys-console.log');
  const threads = threadDumps(ctx, metrics, workers);
  return [
    defineRoute({
      ...diagnosisContracts.logfile,
      handler: (call) => answerLogFile(call, logFile, call.query.lines),
    }),
    defineRoute({
      ...diagnosisContracts.threadDump,
      handler: async ({ headers, query, reply }) => {
        const dump = await threads(query.worker);
        if (!String(headers['accept']).startsWith('text/plain')) return dump;
        reply.header('content-type', 'text/plain; charset=utf-8');
        return Buffer.from(dumpText(dump));
      },
    }),
    defineRoute({
      ...diagnosisContracts.heapDump,
      audit: 'Take a heap dump',
      head: false,
      handler: ({ query, reply }) => diagnosis.heapDump(reply, workers.find(query.worker)),
    }),
    defineRoute({
      ...diagnosisContracts.cpuProfile,
      audit: 'Take a CPU profile',
      head: false,
      handler: ({ query, reply, signal }) =>
        diagnosis.cpuProfile(query.seconds, reply, signal, workers.find(query.worker)),
    }),
  ];
}
