/** What comes with the body of a message. (spec: E4) */
export interface Message {
  /** The same at every attempt, so that a handler can tell what it has done already. */
  readonly id: string;
  /** The queue that it was taken from. */
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
  /** Aborted when the listener's time is over, or the application unloads or the host stops and does not wait any longer. */
  readonly signal: AbortSignal;
}

/** Names are lower case; those that begin with `x-` are the platform's. */
export type MessageHeaders = Readonly<Record<string, string | number | boolean>>;
