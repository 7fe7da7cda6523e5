/** Short messages that disappear after a moment. */
export interface RemoteMessage {
  success(text: string): void;
  info(text: string): void;
  warning(text: string): void;
  error(text: string): void;
}

/** Notifications with a title, in the corner. */
export interface RemoteNotify {
  success(title: string, text?: string): void;
  info(title: string, text?: string): void;
  warning(title: string, text?: string): void;
  error(title: string, text?: string): void;
}

export interface ConfirmOptions {
  /** The question. */
  title: string;
  /** Consequences, above all what will be lost. */
  text?: string;
  /** Label of the confirm button: a verb. */
  confirmText?: string;
  cancelText?: string;
  /** `danger` for actions that cannot be undone. */
  type?: 'info' | 'warning' | 'danger';
}

/** Asks the user to confirm an action. Resolves to whether to proceed; never rejects. */
export type RemoteConfirm = (options: ConfirmOptions) => Promise<boolean>;
