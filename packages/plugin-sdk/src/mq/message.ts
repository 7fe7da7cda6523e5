/** The envelope of a received message. (spec: E4) */
export interface Message {
  /** Equal at every attempt, so that a handler can recognize a duplicate. */
  readonly id: string;
  /** The queue of the message. */
  readonly queue: string;
  /** Empty where it was sent to the queue directly. */
  readonly exchange: string;
  /** That of the sender; the queue's name where it was sent to the queue directly. */
  readonly routingKey: string;
  readonly headers: MessageHeaders;
  /** Counts from 1. */
  readonly attempt: number;
  /** The sender's tenant, which the handler runs for; undefined where it had none. */
  readonly tenantId: string | undefined;
  /** Application that sent it; undefined where the host, or somebody outside, did. */
  readonly sender: string | undefined;
  /** ISO timestamp; undefined where the sender was not this platform. */
  readonly sentAt: string | undefined;
  /** Aborts when the time limit has passed, or an unload or stop of the host stops waiting. */
  readonly signal: AbortSignal;
}

/** Names are lower case; those that begin with `x-` are the platform's. */
export type MessageHeaders = Readonly<Record<string, string | number | boolean>>;
