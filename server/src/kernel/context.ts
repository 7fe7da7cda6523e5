import { AsyncLocalStorage } from 'node:async_hooks';
import type { LoginUser } from '@platform/plugin-sdk/auth';

/** The tenant that a session of the platform's own tenant looks into. (design 12.1-4) */
export interface Acting {
  readonly tenantId: string;
  readonly homeTenantId: string;
  /** Requests may change data. */
  readonly mayWrite: boolean;
  /** The tenant was removed or disabled, or has expired, or the user may no longer look. */
  readonly isOver: boolean;
}

/** A user with the session that the request belongs to. */
export interface SessionUser extends LoginUser {
  readonly sessionId: number;
  /** Time of the last check of the password, in milliseconds since 1970. */
  readonly provedAt?: number;
  /** While the user looks into a tenant; `tenantId` is then that tenant. */
  readonly acting?: Acting;
}

/**
 * Statements that some work has run, added up as they end: of mappers for an application, of the
 * host's own queries otherwise.
 */
export interface StatementUse {
  count: number;
  /** Sum of their times, in milliseconds. */
  ms: number;
  /** Name of the one that took the most time, empty without any. */
  longest: string;
  longestMs: number;
}

/** Facts about the work in progress: a request, a task, a scheduled run. */
export interface RequestContext {
  readonly requestId: string;
  /** Without one, tenant tables show no rows, never all rows. */
  readonly tenantId: string | undefined;
  readonly user: SessionUser | undefined;
  /** Turns the tenant filter off, for work of the platform itself. */
  readonly ignoreTenant?: boolean;
  /** Address of the client, where there is one. */
  readonly remoteAddress?: string;
  /** Whether the client certainly used HTTPS. */
  readonly secure?: boolean;
  /** Host and port that the client addressed, where there is one. */
  readonly host?: string;
  /** Time of `performance.now()` at which a request began. */
  readonly begunAt?: number;
  /** The answer of a request. */
  readonly answer?: { readonly writableEnded: boolean };
  /** Trace that the work belongs to, where it is traced. */
  readonly traceId?: string;
  /** Application whose code runs, where it is not the host's. */
  readonly appCode?: string;
  /** Kept for a request that is measured. */
  readonly statements?: StatementUse | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();
const internal: RequestContext = Object.freeze({
  requestId: 'internal',
  tenantId: undefined,
  user: undefined,
});

/** The context that flows with asynchronous work. */
export const requestContext = Object.freeze({
  current: (): RequestContext | undefined => storage.getStore(),
  run: <T>(context: RequestContext, work: () => T): T => storage.run(context, work),
  /**
   * Sets the context of everything that follows in this turn. The server's callback uses it: Node
   * restores the former context after the callback, so that `run` would add a frame for nothing.
   */
  enter: (context: RequestContext): void => storage.enterWith(context),
  /** Runs `work` for a tenant, keeping user and request id. */
  runAs: <T>(tenantId: string, work: () => T): T =>
    storage.run({ ...(storage.getStore() ?? internal), tenantId, ignoreTenant: false }, work),
  /** Runs `work` with the tenant filter off. */
  runIgnoringTenant: <T>(work: () => T): T =>
    storage.run({ ...(storage.getStore() ?? internal), ignoreTenant: true }, work),
  /** Runs work of an application that belongs to no request: without tenant and user. */
  runForApplication: <T>(appCode: string, work: () => T): T => storage.run({ ...internal, appCode }, work),
});

/** Adds a statement that has ended to those of some work. */
export function countStatement(use: StatementUse, name: string, ms: number): void {
  use.count += 1;
  use.ms += ms;
  if (ms <= use.longestMs) return;
  use.longest = name;
  use.longestMs = ms;
}
