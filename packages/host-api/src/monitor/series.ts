import { Type } from 'typebox';
import { contract, nullable, oneOf, Time, type DataOf } from '../contract/index.ts';
import { OneApplication, OneNode } from './choices.ts';

const count = Type.Integer();
const maybe = Type.Unsafe<number | null>({ type: ['number', 'null'] });
/** One value for each step; null where no host measured. */
const values = Type.Array(maybe);

/** Requests of a time. Durations are null without any. */
export const TrafficTotalSchema = Type.Object({
  requests: count,
  errors: Type.Integer({ description: 'Answers from 500 on' }),
  meanMs: maybe,
  p95Ms: maybe,
  longestMs: maybe,
});

const traffic = { requests: values, errors: values, meanMs: values, p95Ms: values };

export const HostSeriesSchema = Type.Object({
  ...traffic,
  p50Ms: values,
  cpuPercent: Type.Array(maybe, { description: 'Of one core, the mean of the hosts' }),
  memoryBytes: Type.Array(maybe, { description: 'The highest, of all hosts together' }),
  heapBytes: values,
  loopDelayMs: Type.Array(maybe, { description: 'The highest 99th percentile' }),
  gcPercent: Type.Array(maybe, { description: 'Share of the time that garbage collections took' }),
  poolActive: values,
  poolPending: values,
});

export const ApplicationSeriesSchema = Type.Object({
  appCode: Type.String(),
  ...traffic,
  total: TrafficTotalSchema,
  before: nullable(TrafficTotalSchema),
});

const HostTotalSchema = Type.Object({
  ...TrafficTotalSchema.properties,
  loopDelayMs: maybe,
});

/** Time series of hosts and applications. (design 12.1-6, 16-28) */
export const MonitorSeriesSchema = Type.Object({
  from: Time,
  stepSeconds: Type.Integer({ description: 'Between two values' }),
  nodes: Type.Array(Type.String(), { description: 'Hosts that measured in this time' }),
  host: HostSeriesSchema,
  total: HostTotalSchema,
  before: nullable(HostTotalSchema),
  applications: Type.Array(ApplicationSeriesSchema, { description: 'Those with traffic, the busiest first' }),
});

/** `/monitor/series`: the charts of the shell; without Prometheus, and on each database. */
export const seriesContracts = {
  series: contract({
    method: 'GET',
    url: '/monitor/series',
    auth: 'monitor:metrics:list',
    summary: 'Requests, durations and load of the last hour or day, of all hosts together',
    schema: {
      query: Type.Object({
        range: Type.Optional(oneOf('hour', 'day')),
        points: Type.Optional(
          Type.Integer({ minimum: 6, maximum: 1_440, description: 'Values of a series at most' }),
        ),
        nodeId: OneNode,
        appCode: OneApplication,
      }),
      response: MonitorSeriesSchema,
    },
  }),
};

export type TrafficTotal = DataOf<typeof TrafficTotalSchema>;
export type HostSeries = DataOf<typeof HostSeriesSchema>;
export type ApplicationSeries = DataOf<typeof ApplicationSeriesSchema>;
export type MonitorSeries = DataOf<typeof MonitorSeriesSchema>;
