import type { RemoteI18n } from '@platform/remote-app';
import { messageOf, type RemoteError } from '../errors.ts';

/** One line of the details. */
export interface DetailLine {
  label: string;
  value: string;
}

/** The texts of an error page in the user's language. */
export interface FailureText {
  happened: string;
  /** In plain words, where the person can do nothing with the cause. */
  why?: string;
  cause?: string;
  fix: string;
  /** Whether a retry may help. */
  retryable: boolean;
  /** Message key of the retry button. */
  retry: 'retry' | 'readmit';
  details: DetailLine[];
}

/**
 * @param appName display name, or the code if it is unknown
 * @param mayManage the person can open the page where applications are switched on
 */
export function describeFailure(
  error: RemoteError,
  appName: string,
  { t }: RemoteI18n,
  time: Date,
  mayManage = false,
): FailureText {
  const kind = kindOf(error);
  const isDisabled = kind === 'disabled';
  const details: [string, string | undefined][] = [
    ['application', error.app],
    ['stage', t(`stageOf.${error.stage}`)],
    ['cause', error.message],
    ['code', error.code],
    ['status', error.status?.toString()],
    ['requestId', error.requestId],
    ['time', time.toISOString()],
  ];
  return {
    happened: happened(error, appName, t),
    ...(isDisabled ? { why: t('disabledWhy') } : { cause: error.message || messageOf(error.cause) }),
    fix: t(`fix.${isDisabled && mayManage ? 'disabledOwn' : kind}`),
    retryable: !['incompatible', 'disabled', 'quarantined'].includes(kind),
    retry: kind === 'leftOut' ? 'readmit' : 'retry',
    details: details.flatMap(([name, value]) => (value ? [{ label: t(`field.${name}`), value }] : [])),
  };
}

function happened(error: RemoteError, app: string, t: RemoteI18n['t']): string {
  const kind = kindOf(error);
  if (kind === 'disabled' || kind === 'incompatible' || kind === 'leftOut' || kind === 'quarantined')
    return t(kind, { app });
  if (error.code === 'REMOTE_TIMEOUT') return t('timeout', { app, stage: t(`stageOf.${error.stage}`) });
  return t('happened', { app, stage: t(`stage.${error.stage}`) });
}

function kindOf(
  error: RemoteError,
): 'disabled' | 'quarantined' | 'incompatible' | 'leftOut' | 'transient' | 'lasting' {
  if (error.code === 'REMOTE_NOT_AVAILABLE') return 'disabled';
  if (error.code === 'REMOTE_QUARANTINED') return 'quarantined';
  if (error.code === 'REMOTE_INCOMPATIBLE') return 'incompatible';
  if (error.code === 'REMOTE_LEFT_OUT') return 'leftOut';
  return error.transient ? 'transient' : 'lasting';
}

/** The details as plain text for the clipboard. */
export function detailsAsText({ happened, details }: FailureText): string {
  return [happened, ...details.map(({ label, value }) => `${label}: ${value}`)].join('\n');
}
