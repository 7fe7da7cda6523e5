import type { ErrorField, ErrorText, RequestError } from '@platform/remote-app';
import type { Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { findingsIn, type ErrorDetail } from '../http/index.ts';
import { chineseWords } from './words/chinese-words.ts';

type Params = Readonly<Record<string, unknown>>;

/** A failure reported by the server; `params` are the values in its message. */
export interface ReportedFailure {
  code: string;
  message: string;
  fix?: string | null;
  params?: Params;
  details?: unknown;
}

/** Where the words of a failure come from. */
export interface FailureWords {
  /** The text of a key below `shared`, in the person's language; undefined where there is none. */
  readonly translate: (key: string, params?: Params) => string | undefined;
  /** Words by code, for failures whose values are not given. */
  readonly byCode?: (failure: ReportedFailure) => { message: string; fix: string } | undefined;
  /** A text that the host keeps, such as why a run failed; undefined where there are no words. */
  readonly byText?: (text: string) => string | undefined;
}

/**
 * The words of a server's failure: translated (`shared.failures.<code>`) where the values are
 * known, otherwise by its code, otherwise the server's own.
 */
export function describeFailure(failure: ReportedFailure, { translate, byCode, byText }: FailureWords) {
  const { code, params } = failure;
  const said = { ...params, ...reasonOf(params, byText) };
  const own = (part: string) => params && translate(`failures.${code}.${part}`, said);
  const message = own('message');
  const general = message === undefined ? byCode?.(failure) : undefined;
  return {
    message: message ?? general?.message ?? failure.message,
    fix: own('fix') ?? general?.fix ?? failure.fix ?? undefined,
  };
}

const reasonOf = ({ reason }: Params = {}, say: FailureWords['byText']) =>
  typeof reason === 'string' ? { reason: say?.(reason) ?? reason } : {};

/**
 * Words for any thrown value: an error of the shell's own requests or of an application's. The
 * shell's own codes are in the person's language (`shared.errors.<code>`).
 */
export function describeError(error: unknown, words: FailureWords): ErrorText {
  if (!isRequestError(error)) {
    const message = error instanceof Error && error.message ? error.message : String(error);
    return { message, fix: undefined, code: 'UNEXPECTED', status: 0, requestId: undefined, findings: [] };
  }
  const { code, status, requestId, details, message, fix } = error;
  const { params } = (details ?? {}) as { params?: Params };
  const said = describeFailure({ code, message, fix, params, details }, words);
  const text = words.translate(`errors.${code}.message`) ?? said.message;
  return {
    message: text,
    fix: said.fix ?? words.translate(`errors.${code}.fix`),
    code,
    status,
    requestId,
    // The message names each field already.
    findings: code === 'VALIDATION_FAILED' ? [] : findingsOf(details, words),
    fields: code === 'VALIDATION_FAILED' ? invalidFields(details, words) : namedField(details, text),
  };
}

/** The field that a refusal is about, as `details.field` names it. */
function namedField(details: unknown, message: string): ErrorField[] {
  const { field } = (details ?? {}) as { field?: unknown };
  return typeof field === 'string' ? [{ name: field, message }] : [];
}

/** Fields of the body that break its schema, each once. */
function invalidFields(details: unknown, words: FailureWords): ErrorField[] {
  const fields = new Map<string, string>();
  for (const detail of findingsIn(details) as SchemaDetail[]) {
    const [part, first] = detail.path?.split('/') ?? [];
    const name = first ?? detail.missingProperty;
    if (part !== 'body' || name === undefined || fields.has(name)) continue;
    fields.set(
      name,
      describeFailure({ ...detail, code: 'VALIDATION_FAILED', details: [detail] }, words).message,
    );
  }
  return [...fields].map(([name, message]) => ({ name, message }));
}

/** A part of a request that breaks its schema. */
interface SchemaDetail extends ErrorDetail {
  readonly path?: string;
  readonly missingProperty?: string;
}

const findingsOf = (details: unknown, words: FailureWords) =>
  findingsIn(details).map((finding) => {
    const said = finding.code && words.byCode?.({ ...finding, code: finding.code });
    return said ? { ...finding, ...said } : finding;
  });

function isRequestError(error: unknown): error is RequestError {
  const { code, status } = error instanceof Error ? (error as Partial<RequestError>) : {};
  return typeof code === 'string' && typeof status === 'number';
}

/** The words of a composer of vue-i18n. */
export function wordsWith(i18n: {
  te: (key: string) => boolean;
  t: (key: string, params: Record<string, unknown>) => string;
  locale: Readonly<Ref<string>>;
}): FailureWords {
  return {
    translate: (key, params) =>
      i18n.te(`shared.${key}`) ? i18n.t(`shared.${key}`, params ?? {}) : undefined,
    byCode: (failure) => (i18n.locale.value === 'zh-CN' ? chineseWords()?.sayInChinese(failure) : undefined),
    byText: (text) => (i18n.locale.value === 'zh-CN' ? chineseWords()?.sayTextInChinese(text) : undefined),
  };
}

/** {@link describeError} in the current language. */
export function useErrorText(): (error: unknown) => ErrorText {
  const words = wordsWith(useI18n());
  return (error) => describeError(error, words);
}

/** {@link describeFailure} in the current language. */
export function useFailureText(): (failure: ReportedFailure) => ReturnType<typeof describeFailure> {
  const words = wordsWith(useI18n());
  return (failure) => describeFailure(failure, words);
}

/** The message of {@link describeFailure} for a reason of a record, which may have no code. */
export function useFailureMessage(): (
  message: string,
  code: string | null | undefined,
  params?: ReportedFailure['params'],
) => string {
  const describe = useFailureText();
  return (message, code, params) => describe({ code: code ?? '', message, params }).message;
}

/**
 * The host keeps some reasons as text: of failed runs, dead letters, moves of files and signatures.
 * They are said in the current language; what an application has thrown stays as it is.
 */
export function useReasonText(): (text: string) => string {
  const words = wordsWith(useI18n());
  return (text) => words.byText?.(text) ?? text;
}
