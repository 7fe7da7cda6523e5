import { serviceToken, type Undo } from '../../kernel/index.ts';

/** Handlers of a host for messages of the others. */
export interface BusListener {
  /** @param body what the other host published: a reason to look, not the truth */
  received(body: unknown): void | Promise<void>;
  /**
   * Messages may have been missed: everything that they announce has to be read again. Called every
   * two seconds while Redis is away.
   */
  missed(): void | Promise<void>;
}

/**
 * Notifies the other hosts of the platform of changes. The database holds what it is,
 * so a message that is lost costs time only. (design 10.4, 10.7-11)
 */
export interface ClusterBus {
  /**
   * Sends to all other hosts once the transaction of the caller, if any, has committed. It neither
   * waits nor fails; a rollback drops the message.
   *
   * @param topic short name, such as `apps`
   * @param body JSON
   */
  publish(topic: string, body: unknown): void;
  /** Receives what other hosts publish, never what this one does. */
  subscribe(topic: string, listener: BusListener): Undo;
  /** Topics that this host listens to. */
  readonly topics: readonly string[];
}

/** A listener that drops or reloads its copy, whatever the message says. */
export const refreshing = (work: () => void | Promise<void>): BusListener => ({
  received: work,
  missed: work,
});

export const CLUSTER_BUS = serviceToken<ClusterBus>('cluster bus');
