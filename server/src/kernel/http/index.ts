export {
  DEFAULT_TENANT,
  type ApplicationRouter,
  type Authenticator,
  type RequestRecord,
  type RequestTarget,
  type TenantDirectory,
} from './edge.ts';
export { openEventStream, type EventStream } from './event-stream.ts';
export { abortRequest } from './exchange.ts';
export { errorEnvelope, toPlatformError } from './failure.ts';
export { type AuditRecord } from './instance.ts';
export { defineRoute, type Route, type RouteAuth } from './route.ts';
export { RateWindow } from './rate-window.ts';
export { pathOf } from './request-facts.ts';
export { HTTP, HttpService } from './service.ts';
