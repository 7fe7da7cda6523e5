import { PlatformError } from '../../kernel/index.ts';

export const brokerUnavailable = (reason: string, cause?: unknown): PlatformError =>
  new PlatformError({
    code: 'MESSAGE_BROKER_UNAVAILABLE',
    status: 503,
    message: `The message broker is not available: ${reason}`,
    fix: 'Check that RabbitMQ is running, and check rabbitmq.address. The host reconnects by itself.',
    cause,
    details: { params: { reason } },
  });

export const targetUnknown = (what: string, name: string): PlatformError =>
  new PlatformError({
    code: 'MESSAGE_TARGET_UNKNOWN',
    message: `The ${what} "${name}" is not declared.`,
    fix: `Declare it in messaging.${what}s of the host's configuration. The host declares an application's own queues when it loads a version that listens to them.`,
  });

export const messageInvalid = (problem: string): PlatformError =>
  new PlatformError({
    code: 'MESSAGE_INVALID',
    message: `The message cannot be sent: ${problem}.`,
    fix: 'Send JSON of at most 1 MiB. Header values must be strings, numbers or booleans; header names must be lower case and must not start with x-.',
  });
