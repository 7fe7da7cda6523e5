/** The queue of greetings: of the application's own family, so that the host declares it. */
export const GREETING_QUEUE = 'hello.greeting';

/** A greeting on its way. */
export interface HelloGreeting {
  readonly name: string;
  /** Recipient of the notice. */
  readonly userId: number;
}
