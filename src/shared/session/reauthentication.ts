import type { InjectionKey, Ref } from 'vue';
import { inject, ref } from 'vue';

/** The session-expired flow: requests wait while a dialog over the page asks for the password (design 5.3). */
export interface Reauthentication {
  /** True while the dialog is wanted. */
  readonly needed: Readonly<Ref<boolean>>;
  /** Asks for a new login. All callers share one question; true when it was answered. */
  request(): Promise<boolean>;
  settle(renewed: boolean): void;
}

export function createReauthentication(): Reauthentication {
  const needed = ref(false);
  let pending: PromiseWithResolvers<boolean> | undefined;
  return {
    needed,
    request() {
      pending ??= Promise.withResolvers<boolean>();
      needed.value = true;
      return pending.promise;
    },
    settle(renewed) {
      needed.value = false;
      pending?.resolve(renewed);
      pending = undefined;
    },
  };
}

export const reauthenticationKey: InjectionKey<Reauthentication> = Symbol('reauthentication');

export function useReauthentication(): Reauthentication {
  const reauthentication = inject(reauthenticationKey);
  if (!reauthentication) throw new Error('The application was mounted without reauthenticationKey.');
  return reauthentication;
}
