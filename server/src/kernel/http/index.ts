export { permissionMissing } from './authorize.ts';
export {
  DEFAULT_TENANT,
  type ApplicationRouter,
  type Authenticator,
  type CookieSessions,
  type RequestRecord,
  type RequestTarget,
  type TenantDirectory,
} from './edge.ts';
export { partOf, type Bytes } from './byte-range.ts';
export { contentDisposition } from './content-disposition.ts';
export { endEmptyBodies } from './empty-bodies.ts';
export { toEnvelope } from './envelope.ts';
export { eventStream, type EventSink } from './event-stream.ts';
export { clientReader } from './client-facts.ts';
export { abortRequest, commonHeaders, HSTS, notStored, OBJECT_POLICY } from './exchange.ts';
export { errorEnvelope, toPlatformError } from './failure.ts';
export { type AuditRecord, type RouteInstance } from './instance.ts';
export { monitoringMissing, type MonitoringLogin, type MonitoringRefusal } from './monitoring-login.ts';
export { leadsBelow } from './path-readings.ts';
export { defineRoute, type Route, type RouteAuth } from './route.ts';
export { forPlatformTenant, ofPlatformTenant } from './platform-tenant.ts';
export { originForm, withoutQuery } from './request-facts.ts';
export { createRequestIds } from './request-ids.ts';
export type { RateLimit } from './rate-limit.ts';
export type { RateSums, RateLimits } from './rate-limits.ts';
export { HTTP, HttpService } from './service.ts';
export { endUnread } from './unread-body.ts';
