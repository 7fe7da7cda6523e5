import { useI18n } from 'vue-i18n';
import type { ErrorDetail } from '../http/index.ts';
import { ApiError } from '../http/index.ts';

/** An error in words for people. */
export interface ErrorText {
  message: string;
  fix: string | undefined;
  code: string;
  status: number;
  requestId: string | undefined;
  findings: ErrorDetail[];
}

/**
 * Words for any thrown value. The shell's own codes are in the person's language (`shared.errors.<code>`); the server
 * writes its messages itself.
 */
export function describeError(error: unknown, translate: (key: string) => string | undefined): ErrorText {
  if (!(error instanceof ApiError)) {
    const message = error instanceof Error && error.message ? error.message : String(error);
    return { message, fix: undefined, code: 'UNEXPECTED', status: 0, requestId: undefined, findings: [] };
  }
  return {
    message: translate(`${error.code}.message`) ?? error.message,
    fix: error.fix ?? translate(`${error.code}.fix`),
    code: error.code,
    status: error.status,
    requestId: error.requestId,
    findings: error.findings,
  };
}

/** {@link describeError} in the current language. */
export function useErrorText(): (error: unknown) => ErrorText {
  const i18n = useI18n();
  const translate = (key: string) =>
    i18n.te(`shared.errors.${key}`) ? i18n.t(`shared.errors.${key}`) : undefined;
  return (error) => describeError(error, translate);
}
