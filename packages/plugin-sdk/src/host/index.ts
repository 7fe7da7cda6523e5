/**
 * Facts about an application's classes that the host reads to connect them. Not for applications:
 * the runtime does not provide this module.
 */
export { ACCESS } from '../auth/access.ts';
export { BEAN, type BeanFact, type BeanKind } from '../core/bean.ts';
export { JOB } from '../job/job-executor.ts';
export { SCHEDULED, type ScheduledFact } from '../job/scheduled.ts';
export { EVENT_LISTENERS } from '../core/events/event-listener.ts';
export { LOGGED } from '../log/log.ts';
export { inheritedFacts, ownFact, type AbstractClass, type FactKey } from '../metadata/index.ts';
export { MESSAGE_LISTENERS } from '../mq/message-listener.ts';
export { bindMapper } from '../orm/base-mapper.ts';
export { DATA_SCOPES, type DataScopeFact } from '../orm/data-scope.ts';
export { ENTITY, FIELDS, type FieldFact, type FieldRole } from '../orm/entity.ts';
export { MAPPER } from '../orm/mapper.ts';
export { declaredStatements, type StatementKind, type StatementRunner } from '../orm/statement.ts';
export { TRANSACTIONS, type TransactionRunner } from '../orm/transactional.ts';
export { PLUGIN_SERVICE } from '../plugin/plugin-service.ts';
export { PluginServiceProvider } from '../plugin/plugin-service-provider.ts';
export { CONTROLLER } from '../web/controller.ts';
export { RATE_LIMITS } from '../web/rate-limit.ts';
export { ROUTES, type RouteFact } from '../web/routes.ts';
