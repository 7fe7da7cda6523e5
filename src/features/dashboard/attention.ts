import type { IncidentRecord, JobTask, PlatformNode, Queue } from '@platform/host-api';
import type { PartLine } from '@/shared/monitor';
import { TROUBLED, type AppLine } from './app-health.ts';

/** Something that somebody has to look at: its name, place and where to act. (design 15.2) */
export interface Attention {
  readonly key: string;
  readonly tone: 'bad' | 'warn';
  /** Message below `dashboard.attention`. */
  readonly kind:
    | 'application'
    | 'part'
    | 'disk'
    | 'hostGone'
    | 'hostBehind'
    | 'hostOut'
    | 'hostsOut'
    | 'incidents'
    | 'deadLetters'
    | 'runFailed';
  readonly values: Readonly<Record<string, string | number>>;
  /** Why, in one line. */
  readonly detail?: string | undefined;
  /** Menu component of the page where one can act, and what follows its path. */
  readonly page: string;
  readonly suffix?: string;
  /** An application with its state or failed operation. */
  readonly app?: AppLine;
  /** A scheduled task that can run again. */
  readonly task?: Pick<JobTask, 'jobId' | 'jobName' | 'ready'>;
}

interface Troubles {
  readonly apps: readonly AppLine[];
  readonly nodes: readonly PlatformNode[];
  readonly parts: readonly PartLine[];
  readonly queues: readonly Queue[];
  /** Scheduled tasks with their latest run. */
  readonly jobs: readonly JobTask[];
  /** Entries of the last day, newest first; `total` of them. */
  readonly incidents: { readonly total: number; readonly newest?: IncidentRecord | undefined };
}

/** Share of a disk in use from which it is said. */
const FULL = 0.9;

/** Troubles that need attention, worst first; empty where all is well. */
export function attentionOf({ apps, nodes, parts, queues, jobs, incidents }: Troubles): Attention[] {
  const found: Attention[] = [
    ...apps.filter(({ health }) => TROUBLED.has(health)).map(ofApp),
    ...parts.flatMap(ofPart),
    ...nodes.flatMap((node) => ofNode(node, nodes)),
    ...jobs.flatMap(ofJob),
    ...ofQueues(queues),
  ];
  const { newest, total } = incidents;
  if (newest) {
    found.push({
      key: 'incidents',
      tone: 'warn',
      kind: 'incidents',
      values: { count: total },
      detail: [newest.appCode, newest.place ?? newest.function, newest.message].filter(Boolean).join(' · '),
      page: 'host:monitor/list',
      suffix: '?tab=incidents',
    });
  }
  return found.toSorted((a, b) => Number(a.tone === 'warn') - Number(b.tone === 'warn'));
}

const ofApp = (app: AppLine): Attention => ({
  key: `app ${app.code}`,
  tone: app.health === 'degraded' ? 'warn' : 'bad',
  kind: 'application',
  values: { name: app.name },
  detail: app.reason,
  page: 'host:installed/list',
  suffix: `/${app.code}`,
  app,
});

function ofPart({ name, state, error, free, total }: PartLine): Attention[] {
  const used = free === undefined || !total ? 0 : 1 - free / total;
  const page = 'host:monitor/list';
  const suffix = '?tab=parts';
  if (name === 'disk' && (state === 'down' || used >= FULL)) {
    const values = { percent: Math.floor(used * 100) };
    return [{ key: name, tone: state === 'down' ? 'bad' : 'warn', kind: 'disk', values, page, suffix }];
  }
  if (state !== 'down') return [];
  return [{ key: `part ${name}`, tone: 'bad', kind: 'part', values: { name }, detail: error, page, suffix }];
}

/** A host that is taken out is forgotten easily; one that was the last in service is missed. */
function ofTakenOut({ nodeId, machine }: PlatformNode, nodes: readonly PlatformNode[]): Attention {
  const isServed = nodes.some(({ state }) => state === 'live');
  return {
    key: `out ${nodeId}`,
    tone: isServed ? 'warn' : 'bad',
    kind: isServed ? 'hostOut' : 'hostsOut',
    values: { machine },
    page: 'host:nodes/list',
    suffix: `/${nodeId}`,
  };
}

function ofNode(node: PlatformNode, nodes: readonly PlatformNode[]): Attention[] {
  const { nodeId, machine, state, behind } = node;
  const page = 'host:nodes/list';
  const suffix = `/${nodeId}`;
  if (state === 'gone') {
    return [{ key: nodeId, tone: 'bad', kind: 'hostGone', values: { machine }, page, suffix }];
  }
  const found = state === 'draining' ? [ofTakenOut(node, nodes)] : [];
  if (behind.length === 0) return found;
  const values = { machine, codes: behind.join(', ') };
  return [...found, { key: nodeId, tone: 'warn', kind: 'hostBehind', values, page, suffix }];
}

function ofJob({ jobId, jobName, appCode, ready, status, lastRun }: JobTask): Attention[] {
  if (status !== 1 || lastRun?.status !== 'failed') return [];
  return [
    {
      key: `job ${jobId}`,
      tone: 'bad',
      kind: 'runFailed',
      values: { name: jobName },
      detail: [appCode, lastRun.message].filter(Boolean).join(' · '),
      page: 'host:scheduler/list',
      suffix: `?task=${jobId}`,
      task: { jobId, jobName, ready },
    },
  ];
}

/** One line for all queues: their page says which. */
function ofQueues(queues: readonly Queue[]): Attention[] {
  const dead = queues.filter(({ deadLetters }) => deadLetters > 0);
  const [only] = dead;
  if (!only) return [];
  const count = dead.reduce((sum, { deadLetters }) => sum + deadLetters, 0);
  return [
    {
      key: 'deadLetters',
      tone: 'warn',
      kind: 'deadLetters',
      values: { count },
      detail: dead.map(({ queue }) => queue).join(', '),
      page: 'host:messaging/list',
      ...(dead.length === 1 ? { suffix: `/${encodeURIComponent(only.queue)}` } : {}),
    },
  ];
}
