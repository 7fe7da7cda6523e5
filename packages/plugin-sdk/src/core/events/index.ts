export { AppInstalledEvent } from './app-installed-event.ts';
export { AppUninstalledEvent } from './app-uninstalled-event.ts';
export { AppUpgradedEvent } from './app-upgraded-event.ts';
export { PayRefundSuccessEvent } from './pay-refund-success-event.ts';
export { PaySuccessEvent } from './pay-success-event.ts';
export { ProcessEvent } from './process-event.ts';
export { UserRegisteredEvent } from './user-registered-event.ts';
export { EventListener, type EventListenerDecorator } from './event-listener.ts';
export { EventPublisher } from './event-publisher.ts';
