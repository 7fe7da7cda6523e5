/**
 * Publishes events to every listener of the host and of the applications that the tenant has
 * enabled. An event is an instance of a class and holds flat values: strings, numbers, booleans,
 * null, undefined, and arrays of these. It is frozen, since several listeners see it. (spec:
 * Events; design 3.7, 9.4-22)
 */
export abstract class EventPublisher {
  /**
   * Delivers after the open transaction has committed, never after a rollback, and at once
   * without one.
   */
  abstract publish(event: object): Promise<void>;
  /**
   * Delivers at once, even if the open transaction rolls back later. Does not wait for listeners.
   */
  abstract publishNow(event: object): Promise<void>;
  /**
   * Delivers at once and waits until every listener has ended. A listener's error is counted to
   * its application and not thrown here.
   *
   * @throws EVENT_INVALID
   * @throws EVENT_WAIT_IN_TRANSACTION (500) inside a transaction, where listeners wait for the
   * commit
   */
  abstract publishAndWait(event: object): Promise<void>;
}
