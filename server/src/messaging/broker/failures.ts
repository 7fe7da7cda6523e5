import { PlatformError } from '../../kernel/index.ts';

export const brokerUnavailable = (reason: string, cause?: unknown): PlatformError =>
  new PlatformError({
    code: 'MESSAGE_BROKER_UNAVAILABLE',
    status: 503,
    message: `The message broker is not available: ${reason}`,
    fix: 'Check that RabbitMQ runs and that rabbitmq.address is right; the host reconnects by itself.',
    cause,
  });

export const targetUnknown = (what: string, name: string): PlatformError =>
  new PlatformError({
    code: 'MESSAGE_TARGET_UNKNOWN',
    message: `Nobody has declared the ${what} "${name}".`,
    fix: `Declare it in messaging.${what}s of the host's configuration; a queue of an application's own family is declared when a version with a listener for it is loaded.`,
  });

export const messageInvalid = (problem: string): PlatformError =>
  new PlatformError({
    code: 'MESSAGE_INVALID',
    message: `The message cannot be sent: ${problem}.`,
    fix: 'Send what JSON can hold, at most 1 MiB, with headers of texts, numbers and booleans whose names are lower case and do not begin with x-.',
  });
