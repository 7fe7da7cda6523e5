export type { AbstractClass } from '../metadata/index.ts';
export { Component, Service, type BeanDecorator, type BeanLifecycle, type BeanOptions } from './bean.ts';
export { ConfigService } from './config-service.ts';
export { DictService, type DictItem } from './dict-service.ts';
export type { Duration } from './duration.ts';
export {
  HttpClient,
  type HttpAnswer,
  type HttpClientOptions,
  type HttpQueryValue,
  type HttpStream,
} from './http-client.ts';
export {
  AppInstalledEvent,
  AppUninstalledEvent,
  AppUpgradedEvent,
  EventListener,
  type EventListenerDecorator,
  EventPublisher,
  JobFailedEvent,
  PayRefundSuccessEvent,
  PaySuccessEvent,
  ProcessEvent,
  UserRegisteredEvent,
} from './events/index.ts';
export {
  all,
  optional,
  type AllToken,
  type Injectable,
  type Injected,
  type OptionalToken,
} from './injection.ts';
export {
  NoticeService,
  type NoticeInput,
  type NoticeRecipients,
  type NoticeTexts,
} from './notice-service.ts';
export { PlatformError, type PlatformErrorOptions } from './platform-error.ts';
export { R, type Page, type PageQuery } from './result.ts';
export { SnowflakeIds } from './snowflake-ids.ts';
