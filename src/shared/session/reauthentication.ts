import type { InjectionKey, Ref } from 'vue';
import { inject, ref } from 'vue';

/**
 * Requests wait while a dialog over the page asks for the password: because the session has ended
 * (design 5.3), or because the action needs a fresh proof (design 11.8-15).
 */
export interface Reauthentication {
  /** True while the dialog is wanted. */
  readonly needed: Readonly<Ref<boolean>>;
  /**
   * Asks for the password. All callers share one question; resolves to whether it was answered.
   */
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

/** The same for actions that need a fresh proof. */
export const proofKey: InjectionKey<Reauthentication> = Symbol('proof');

export function useProof(): Reauthentication {
  const proof = inject(proofKey);
  if (!proof) throw new Error('The application was mounted without proofKey.');
  return proof;
}
