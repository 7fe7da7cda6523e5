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

type Params = Readonly<Record<string, unknown>>;
/** The text of a key below `shared`, in the person's language; undefined where there is none. */
type Translate = (key: string, params?: Params) => string | undefined;

/** What the server says went wrong; `params` where it tells what its message is filled with. */
export interface ToldFailure {
  code: string;
  message: string;
  fix?: string | null;
  params?: Params;
}

/**
 * The words for what the server says, in the person's language where the shell has them (`shared.failures.<code>`)
 * and knows what to fill them with; otherwise the server's own.
 */
export function describeFailure({ code, message, fix, params }: ToldFailure, translate: Translate) {
  const own = (part: string) => params && translate(`failures.${code}.${part}`, params);
  return { message: own('message') ?? message, fix: own('fix') ?? fix ?? undefined };
}

/** Words for any thrown value. The shell's own codes are in the person's language (`shared.errors.<code>`). */
export function describeError(error: unknown, translate: Translate): ErrorText {
  if (!(error instanceof ApiError)) {
    const message = error instanceof Error && error.message ? error.message : String(error);
    return { message, fix: undefined, code: 'UNEXPECTED', status: 0, requestId: undefined, findings: [] };
  }
  const { code, status, requestId, findings, details } = error;
  const { params } = (details ?? {}) as { params?: Params };
  const told = describeFailure({ code, message: error.message, fix: error.fix, params }, translate);
  return {
    message: translate(`errors.${code}.message`) ?? told.message,
    fix: told.fix ?? translate(`errors.${code}.fix`),
    code,
    status,
    requestId,
    findings,
  };
}

function useTranslate(): Translate {
  const i18n = useI18n();
  return (key, params) => (i18n.te(`shared.${key}`) ? i18n.t(`shared.${key}`, params ?? {}) : undefined);
}

/** {@link describeError} in the current language. */
export function useErrorText(): (error: unknown) => ErrorText {
  const translate = useTranslate();
  return (error) => describeError(error, translate);
}

/** {@link describeFailure} in the current language. */
export function useFailureText(): (failure: ToldFailure) => ReturnType<typeof describeFailure> {
  const translate = useTranslate();
  return (failure) => describeFailure(failure, translate);
}
