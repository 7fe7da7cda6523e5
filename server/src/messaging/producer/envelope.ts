import { randomUUID } from 'node:crypto';
import type { MessageHeaders, MessageTarget, SendOptions } from '@platform/plugin-sdk/mq';
import { millisecondsOf } from '../../infra/index.ts';
import { type Clock, reasonOf } from '../../kernel/index.ts';
import type { Envelope } from '../broker/broker.ts';
import { messageInvalid } from '../broker/failures.ts';

const LONGEST_BODY = 1_048_576;
const LONGEST_DELAY_MS = 24 * 86_400_000;
const LONGEST_HEADERS = 16_384;
const LONGEST_KEY = 255;

/** A message and its due time. */
export interface Outgoing {
  readonly envelope: Envelope;
  readonly delayMs: number;
}

/** @throws MESSAGE_INVALID */
export function outgoing(
  target: MessageTarget,
  body: unknown,
  { delay, headers = {} }: SendOptions,
  from: { readonly tenantId: string | undefined; readonly sender: string | undefined; readonly clock: Clock },
): Outgoing {
  const json = jsonOf(body);
  if (Buffer.byteLength(json) > LONGEST_BODY) throw messageInvalid('its body has more than 1 MiB');
  const delayMs = delay === undefined ? 0 : millisecondsOf(delay);
  if (delayMs > LONGEST_DELAY_MS) throw messageInvalid(`the delay ${delay} is longer than 24 days`);
  const { exchange, routingKey } = 'queue' in target ? { exchange: '', routingKey: target.queue } : target;
  if (Buffer.byteLength(routingKey) > LONGEST_KEY)
    throw messageInvalid('its routing key has more than 255 bytes');
  checkHeaders(headers);
  return {
    delayMs: Math.ceil(delayMs),
    envelope: {
      id: randomUUID(),
      exchange,
      routingKey,
      body: json,
      headers: { ...headers },
      tenantId: from.tenantId,
      sender: from.sender,
      sentAt: new Date(from.clock.now()).toISOString(),
    },
  };
}

function jsonOf(body: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(body);
  } catch (error) {
    throw messageInvalid(`its body is not JSON (${reasonOf(error)})`);
  }
  if (json === undefined) throw messageInvalid('its body is missing or cannot be represented in JSON');
  return json;
}

function checkHeaders(headers: MessageHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[a-z0-9][a-z0-9_.-]{0,63}$/.test(name) || name.startsWith('x-')) {
      throw messageInvalid(`"${name}" is not a valid header name`);
    }
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      throw messageInvalid(`the header ${name} is neither a string, number nor boolean`);
    }
  }
  if (Buffer.byteLength(JSON.stringify(headers)) > LONGEST_HEADERS) {
    throw messageInvalid('its headers have more than 16 KiB');
  }
}
