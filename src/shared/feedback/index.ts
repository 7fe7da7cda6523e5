export {
  confirmKey,
  createConfirmService,
  useConfirm,
  useConfirmService,
  type ConfirmService,
} from './confirm-service.ts';
export { describeError, translateWith, useErrorText, useFailureText } from './error-text.ts';
export { createNotices, noticesKey, useNotices, type Notices, type NoticeTone } from './notices.ts';
export { useAction } from './use-action.ts';
