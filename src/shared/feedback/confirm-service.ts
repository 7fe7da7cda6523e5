import type { InjectionKey, ShallowRef } from 'vue';
import { inject, shallowRef } from 'vue';

/** A question before an action that cannot be undone. */
export interface ConfirmQuestion {
  /** The action as a question: "Remove hello?" */
  title: string;
  /** Consequences, one sentence each. */
  consequences?: readonly string[];
  /** A verb with its object: "Remove hello". */
  action: string;
  danger?: boolean;
  /** To be typed before the action can be chosen, where data is lost. */
  typed?: string;
  /** The work. The dialog shows it running, stays open with the error, and closes on success. */
  run?: () => Promise<void>;
}

export interface OpenQuestion extends ConfirmQuestion {
  answer(confirmed: boolean): void;
}

export interface ConfirmService {
  readonly open: Readonly<ShallowRef<OpenQuestion | undefined>>;
  /**
   * True when the action was chosen (and `run`, if any, succeeded). A question asked while another
   * is open waits; one that is asked already, by a double click, is refused.
   */
  ask(question: ConfirmQuestion): Promise<boolean>;
}

export function createConfirmService(): ConfirmService {
  const open = shallowRef<OpenQuestion>();
  const asked = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  function show(question: ConfirmQuestion): Promise<boolean> {
    return new Promise((resolve) => {
      open.value = {
        ...question,
        answer(confirmed) {
          asked.delete(question.title);
          open.value = undefined;
          resolve(confirmed);
        },
      };
    });
  }

  return {
    open,
    async ask(question) {
      if (asked.has(question.title)) return false;
      asked.add(question.title);
      const answer = last.then(() => show(question));
      last = answer;
      return answer;
    },
  };
}

export const confirmKey: InjectionKey<ConfirmService> = Symbol('confirm');

/** The service itself, for the frame that shows its questions. */
export function useConfirmService(): ConfirmService {
  const service = inject(confirmKey);
  if (!service) throw new Error('The application was mounted without confirmKey.');
  return service;
}

/** `const confirm = useConfirm(); if (await confirm({ … })) …` */
export function useConfirm(): ConfirmService['ask'] {
  const service = useConfirmService();
  return (question) => service.ask(question);
}
