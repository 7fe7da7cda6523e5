/** Recipients of a notice, within the current tenant. */
export type NoticeRecipients =
  | { readonly users: readonly number[] }
  /** Users with one of the roles, given by their keys. */
  | { readonly roles: readonly string[] }
  /** Users of the departments, and of those below them. */
  | { readonly departments: readonly number[] }
  /** Users with the permission. */
  | { readonly permission: string }
  /** Everybody in the tenant. */
  | 'tenant';

/** The texts of a notice in one language. */
export interface NoticeTexts {
  /** One line, at most 100 characters. */
  readonly title: string;
  /** Plain text, at most 2,000 characters; default that of the notice. */
  readonly content?: string;
}

/** A notice to people, in the message center of the shell. */
export interface NoticeInput {
  /** One line, at most 100 characters. */
  readonly title: string;
  /** Plain text, at most 2,000 characters. */
  readonly content?: string;
  /** Texts in further languages of the shell, such as `zh-CN`, each shown to who uses it. */
  readonly translations?: Readonly<Record<string, NoticeTexts>>;
  readonly level?: 'info' | 'success' | 'warning' | 'error';
  /** Path in the shell that the notice leads to: `/mall/order`. */
  readonly link?: string;
}

/**
 * Tells people something in the message center: the bell of the shell shows it at once to those
 * who are there, and later to the others. (spec: message center)
 */
export abstract class NoticeService {
  /**
   * Inside a transaction it is sent when that commits.
   *
   * @throws NOTICE_INVALID (500) when texts or link are not as described, or no tenant is in
   * context
   * @throws MESSAGE_BROKER_UNAVAILABLE (503) while the message center is unavailable
   */
  abstract send(to: NoticeRecipients, notice: NoticeInput): Promise<void>;
}
