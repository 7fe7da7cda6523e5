import type { DoctorFinding as Finding } from '@platform/host-api';

export type { Finding };

/** The values in the texts of a finding. */
type Facts = Readonly<Record<string, string | number>>;

/** Texts of a finding that is not well. Sentences. */
interface Words {
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** The findings of one check. */
export interface FindingsOf {
  /** @param state `ok`, unless there are several ways to be in order */
  readonly ok: (what: string, facts?: Facts, state?: string) => Finding;
  readonly warning: (state: string, facts: Facts, words: Words) => Finding;
  readonly error: (state: string, facts: Facts, words: Words) => Finding;
}

/** @param check name of the check, by which the shell translates its findings */
export function findingsOf(check: string): FindingsOf {
  const textsOf = (facts: Facts): Record<string, string> =>
    Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)]));
  const found =
    (severity: 'error' | 'warning') =>
    (state: string, facts: Facts, words: Words): Finding => ({
      check,
      state,
      severity,
      facts: textsOf(facts),
      ...words,
    });
  return {
    ok: (what, facts = {}, state = 'ok') => ({ check, state, severity: 'ok', facts: textsOf(facts), what }),
    warning: found('warning'),
    error: found('error'),
  };
}
