import { serviceToken } from './service.ts';

/** The current time; tests inject their own. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export const CLOCK = serviceToken<Clock>('clock');

export const systemClock: Clock = Object.freeze({ now: () => Date.now() });
