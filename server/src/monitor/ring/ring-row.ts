import { Histogram } from './histogram.ts';
import type { SlowRequest } from './slowest.ts';
import { Traffic } from './traffic.ts';

/** Resource usage of a process. With requests, errors and durations these are its ten figures. */
export interface Load {
  /** Share of one core. */
  readonly cpuPercent: number;
  readonly memoryBytes: number;
  readonly heapBytes: number;
  /** 99th percentile of the event loop's delay. */
  readonly loopDelayMs: number;
  /** Time of garbage collections, in milliseconds. */
  readonly gcMs: number;
  /** Connections to the database in use, and callers that wait for one. */
  readonly poolActive: number;
  readonly poolPending: number;
}

/** Figures of one process in one step. */
export interface Figures {
  readonly load: Load;
  readonly all: Traffic;
  /** Applications with traffic. */
  readonly applications: ReadonlyMap<string, Traffic>;
  readonly slowest: readonly SlowRequest[];
}

/** Raised when the meaning of a row changes; hosts of two versions may share the table. */
const FORMAT = 1;
/** Applications of a row; those with the fewest requests are left out. */
const MOST_APPLICATIONS = 200;

type PackedTraffic = readonly [
  requests: number,
  errors: number,
  totalMs: number,
  longestMs: number,
  durations: readonly number[],
];

interface PackedRow {
  readonly v: number;
  readonly l: readonly number[];
  readonly t: PackedTraffic;
  readonly a?: Readonly<Record<string, PackedTraffic>>;
  readonly s?: readonly SlowRequest[];
}

/** Packs the figures of a step into the text of a row. (design 12.1-6, 16-28) */
export function packRow({ load, all, applications, slowest }: Figures): string {
  const busiest = [...applications].sort(([, a], [, b]) => b.requests - a.requests);
  const row: PackedRow = {
    v: FORMAT,
    l: [
      Math.round(load.cpuPercent),
      load.memoryBytes,
      load.heapBytes,
      rounded(load.loopDelayMs),
      rounded(load.gcMs),
      load.poolActive,
      load.poolPending,
    ],
    t: packed(all),
    ...(busiest.length === 0
      ? {}
      : {
          a: Object.fromEntries(
            busiest.slice(0, MOST_APPLICATIONS).map(([code, traffic]) => [code, packed(traffic)]),
          ),
        }),
    ...(slowest.length === 0 ? {} : { s: slowest }),
  };
  return JSON.stringify(row);
}

/** @returns undefined for a row of another version of the host */
export function unpackRow(text: string): Figures | undefined {
  const row = JSON.parse(text) as PackedRow;
  if (row.v !== FORMAT) return undefined;
  const [cpuPercent = 0, memoryBytes = 0, heapBytes = 0, loopDelayMs = 0, gcMs = 0, poolActive = 0] = row.l;
  return {
    load: {
      cpuPercent,
      memoryBytes,
      heapBytes,
      loopDelayMs,
      gcMs,
      poolActive,
      poolPending: row.l[6] ?? 0,
    },
    all: unpacked(row.t),
    applications: new Map(Object.entries(row.a ?? {}).map(([code, traffic]) => [code, unpacked(traffic)])),
    slowest: row.s ?? [],
  };
}

/** The slow requests of a row alone: its figures are many times as much. */
export function unpackSlowest(text: string): readonly SlowRequest[] {
  const { v, s = [] } = JSON.parse(text) as PackedRow;
  return v === FORMAT ? s : [];
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

const packed = (traffic: Traffic): PackedTraffic => [
  traffic.requests,
  traffic.errors,
  rounded(traffic.totalMs),
  rounded(traffic.longestMs),
  traffic.durations.packed(),
];

function unpacked([requests, errors, totalMs, longestMs, durations]: PackedTraffic): Traffic {
  const traffic = new Traffic(Histogram.unpacked(durations));
  return Object.assign(traffic, { requests, errors, totalMs, longestMs });
}
