/**
 * Publishes events to every listener of the host and of the applications that the tenant has enabled. An event is an
 * instance of a class and holds flat values: strings, numbers, booleans, null, undefined, and arrays of these. It is
 * frozen, since several listeners see it. (spec: Events; design 3.7, 9.4-22)
 */
export abstract class EventPublisher {
  /**
   * Delivers after the open transaction has committed, never when it rolls back; at once where none is open.
   * Resolves when the event has been accepted, and does not wait for listeners.
   *
   * @throws EVENT_INVALID
   */
  abstract publish(event: object): Promise<void>;
  /**
   * Delivers at once, whatever becomes of the open transaction. Does not wait for listeners.
   *
   * @throws EVENT_INVALID
   */
  abstract publishNow(event: object): Promise<void>;
  /**
   * Delivers at once and waits until every listener has ended. A listener's error is counted to its application and
   * not thrown here.
   *
   * @throws EVENT_INVALID
   * @throws EVENT_WAIT_IN_TRANSACTION (500) inside a transaction, where listeners wait for the commit
   */
  abstract publishAndWait(event: object): Promise<void>;
}
