import type { ErrorText, RequestError } from '@platform/remote-app';
import { useI18n } from 'vue-i18n';
import { findingsIn } from '../http/index.ts';

type Params = Readonly<Record<string, unknown>>;
/** The text of a key below `shared`, in the person's language; undefined where there is none. */
type Translate = (key: string, params?: Params) => string | undefined;

/** A failure reported by the server; `params` are the values in its message. */
export interface ReportedFailure {
  code: string;
  message: string;
  fix?: string | null;
  params?: Params;
}

/**
 * The words of a server's failure: translated (`shared.failures.<code>`) where the values are
 * known, otherwise the server's own.
 */
export function describeFailure({ code, message, fix, params }: ReportedFailure, translate: Translate) {
  const own = (part: string) => params && translate(`failures.${code}.${part}`, params);
  return { message: own('message') ?? message, fix: own('fix') ?? fix ?? undefined };
}

/**
 * Words for any thrown value: an error of the shell's own requests or of an application's. The
 * shell's own codes are in the person's language (`shared.errors.<code>`).
 */
export function describeError(error: unknown, translate: Translate): ErrorText {
  if (!isRequestError(error)) {
    const message = error instanceof Error && error.message ? error.message : String(error);
    return { message, fix: undefined, code: 'UNEXPECTED', status: 0, requestId: undefined, findings: [] };
  }
  const { code, status, requestId, details } = error;
  const { params } = (details ?? {}) as { params?: Params };
  const words = describeFailure({ code, message: error.message, fix: error.fix, params }, translate);
  return {
    message: translate(`errors.${code}.message`) ?? words.message,
    fix: words.fix ?? translate(`errors.${code}.fix`),
    code,
    status,
    requestId,
    findings: findingsIn(details),
  };
}

function isRequestError(error: unknown): error is RequestError {
  const { code, status } = error instanceof Error ? (error as Partial<RequestError>) : {};
  return typeof code === 'string' && typeof status === 'number';
}

/** Looks texts up in the shared messages of a composer of vue-i18n. */
export function translateWith(i18n: {
  te: (key: string) => boolean;
  t: (key: string, params: Record<string, unknown>) => string;
}): Translate {
  return (key, params) => (i18n.te(`shared.${key}`) ? i18n.t(`shared.${key}`, params ?? {}) : undefined);
}

/** {@link describeError} in the current language. */
export function useErrorText(): (error: unknown) => ErrorText {
  const translate = translateWith(useI18n());
  return (error) => describeError(error, translate);
}

/** {@link describeFailure} in the current language. */
export function useFailureText(): (failure: ReportedFailure) => ReturnType<typeof describeFailure> {
  const translate = translateWith(useI18n());
  return (failure) => describeFailure(failure, translate);
}
