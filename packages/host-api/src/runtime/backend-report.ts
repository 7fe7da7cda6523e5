import { Type } from 'typebox';
import { oneOf, type DataOf } from '../contract/index.ts';
import { incidentKind } from '../incidents/incident-kind.ts';

const text = Type.String();
const count = Type.Integer();
const maybe = Type.Optional(text);
const handled = { handler: text };

/** One error of a backend. */
export const BackendFaultSchema = Type.Object({
  kind: text,
  what: text,
  /** Empty where this tenant must not read it. */
  message: text,
  /** Place in the application's own sources. */
  place: maybe,
  at: text,
});

/** Resources that a backend left open when it was unloaded; the host closed them. */
export const LeftOpenSchema = Type.Object({
  version: text,
  timers: Type.Array(text),
  handles: Type.Array(text),
  abortedRequests: count,
});

export const BackendHealthSchema = Type.Object({
  faults: Type.Record(text, count),
  recent: Type.Array(BackendFaultSchema),
  holds: Type.Object({
    count,
    longestMs: count,
    last: Type.Optional(Type.Object({ what: text, durationMs: count, at: text })),
  }),
  open: Type.Object({ timers: count, handles: Type.Array(text) }),
  cache: Type.Optional(
    Type.Object({ entries: count, size: count, evicted: count, hits: count, misses: count }),
  ),
  leftOpen: Type.Optional(LeftOpenSchema),
});

/** A version that starts do not load, and the incident that decided it. (design 10.3) */
export const QuarantineSchema = Type.Object({
  version: text,
  since: text,
  incident: Type.Object({
    kind: incidentKind,
    at: text,
    /** Empty where this tenant must not read it. */
    message: text,
    function: maybe,
    place: maybe,
    durationMs: Type.Optional(Type.Number()),
  }),
});

/** Registrations of a backend, and its health. (design 3.4, 9.4-18) */
export const BackendReportSchema = Type.Object({
  appCode: text,
  state: oneOf('loaded', 'failed', 'quarantined'),
  version: maybe,
  jar: maybe,
  loadedAt: maybe,
  inFlight: count,
  routes: Type.Array(Type.Object({ method: text, url: text, auth: text, ...handled })),
  beans: Type.Array(
    Type.Object({ name: text, kind: text, tokens: Type.Array(text), dependencies: Type.Array(text) }),
  ),
  listeners: Type.Array(Type.Object({ event: text, ...handled })),
  schedules: Type.Array(
    Type.Object({
      name: text,
      when: text,
      tenants: text,
      runs: count,
      failures: count,
      lastRunAt: maybe,
      /** Missing for an interval, which begins with the load or the last run. */
      nextRunAt: maybe,
      intervalMs: Type.Optional(count),
    }),
  ),
  consumers: Type.Array(Type.Object({ queue: text, ...handled })),
  jobs: Type.Array(Type.Object({ name: text, ...handled })),
  skipped: Type.Array(Type.Object({ name: text, missing: text })),
  siblings: Type.Array(text),
  degraded: Type.Optional(Type.Object({ faults: count, lastMessage: text, lastAt: text })),
  health: Type.Optional(BackendHealthSchema),
  failure: Type.Optional(
    Type.Object({
      version: maybe,
      stage: text,
      code: text,
      message: text,
      fix: maybe,
      place: maybe,
      at: text,
    }),
  ),
  /** Set where this version is kept out; one that serves until the next start is loaded still. */
  quarantine: Type.Optional(QuarantineSchema),
});

export type BackendFault = DataOf<typeof BackendFaultSchema>;
export type LeftOpen = DataOf<typeof LeftOpenSchema>;
export type BackendHealth = DataOf<typeof BackendHealthSchema>;
export type BackendQuarantine = DataOf<typeof QuarantineSchema>;
export type BackendReport = DataOf<typeof BackendReportSchema>;
