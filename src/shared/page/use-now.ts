import type { InjectionKey, Ref } from 'vue';
import { inject, onScopeDispose, ref } from 'vue';

/** Milliseconds since 1970, advanced every few seconds for all relative times. */
export type Now = Readonly<Ref<number>>;

const INTERVAL_MS = 10_000;

export const nowKey: InjectionKey<Now> = Symbol('now');

/** Starts the shared clock. Returns it with a function that stops it. */
export function startClock(): { now: Now; stop: () => void } {
  const now = ref(Date.now());
  const timer = setInterval(() => (now.value = Date.now()), INTERVAL_MS);
  return { now, stop: () => clearInterval(timer) };
}

/** The shared clock, or one of the component's own. */
export function useNow(): Now {
  const shared = inject(nowKey, undefined);
  if (shared) return shared;
  const { now, stop } = startClock();
  onScopeDispose(stop);
  return now;
}
