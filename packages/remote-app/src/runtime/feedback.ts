/** A short text that goes away by itself. */
export interface RemoteMessage {
  success(text: string): void;
  info(text: string): void;
  warning(text: string): void;
  error(text: string): void;
}

/** A notice with a title, in the corner. */
export interface RemoteNotify {
  success(title: string, text?: string): void;
  info(title: string, text?: string): void;
  warning(title: string, text?: string): void;
  error(title: string, text?: string): void;
}

export interface ConfirmOptions {
  /** What will happen, as a question. */
  title: string;
  /** What it means, above all what will be lost. */
  text?: string;
  /** Word on the button that goes on: a verb. */
  confirmText?: string;
  cancelText?: string;
  /** `danger` for what cannot be undone. */
  type?: 'info' | 'warning' | 'danger';
}

/** Asks before something happens; resolves to whether to go on, and never rejects. */
export type RemoteConfirm = (options: ConfirmOptions) => Promise<boolean>;
