export {
  confirmKey,
  createConfirmService,
  useConfirm,
  useConfirmService,
  type ConfirmService,
} from './confirm-service.ts';
export {
  describeError,
  wordsWith,
  useErrorText,
  useFailureMessage,
  useFailureText,
  useReasonText,
} from './error-text.ts';
export { createNotices, noticesKey, useNotices, type Notices, type NoticeTone } from './notices.ts';
export { useAction } from './use-action.ts';
export { useFieldProblems } from './use-field-problems.ts';
