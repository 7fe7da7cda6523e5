/** One error of a backend. */
export interface BackendFault {
  kind: string;
  what: string;
  /** Empty where this tenant is not to read it. */
  message: string;
  /** In the application's own sources. */
  place?: string;
  at: string;
}

/** What a backend left open, and was closed for it. */
export interface LeftOpen {
  version: string;
  timers: string[];
  handles: string[];
  abortedRequests: number;
}

export interface BackendHealth {
  faults: Readonly<Record<string, number>>;
  recent: BackendFault[];
  holds: {
    count: number;
    longestMs: number;
    last?: { what: string; durationMs: number; at: string };
  };
  open: { timers: number; handles: string[] };
  cache?: { entries: number; size: number; evicted: number };
  leftOpen?: LeftOpen;
}

/** What a backend registered, and how it does (`GET /app/runtime/applications/:appCode`). */
export interface BackendReport {
  appCode: string;
  state: 'loaded' | 'failed';
  version?: string;
  loadedAt?: string;
  inFlight: number;
  routes: { method: string; url: string; auth: string; handler: string }[];
  beans: { name: string; kind: string; dependencies: string[] }[];
  listeners: { event: string; handler: string }[];
  schedules: {
    name: string;
    when: string;
    tenants: string;
    runs: number;
    failures: number;
    lastRunAt?: string;
  }[];
  consumers: { queue: string; handler: string }[];
  jobs: { name: string; handler: string }[];
  skipped: { name: string; missing: string }[];
  degraded?: { faults: number; lastMessage: string; lastAt: string };
  health?: BackendHealth;
  failure?: { stage: string; code: string; message: string; fix?: string; place?: string; at: string };
}
