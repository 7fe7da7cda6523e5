export {
  confirmKey,
  createConfirmService,
  useConfirm,
  useConfirmService,
  type ConfirmQuestion,
  type ConfirmService,
} from './confirm-service.ts';
export { describeError, useErrorText, type ErrorText } from './error-text.ts';
export {
  createNotices,
  noticesKey,
  useNotices,
  type Notice,
  type Notices,
  type NoticeTone,
} from './notices.ts';
export { useAction, type Action } from './use-action.ts';
