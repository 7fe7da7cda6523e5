import type { Defaulted, TenantColumn, TimeColumns, Timestamp } from './columns.ts';

/** A declared queue of the embedded broker. */
export interface SysMessageQueueTable extends TimeColumns {
  queue: string;
  bindings_json: Defaulted<string>;
}

/** A message of the embedded broker. It carries the sender's tenant and belongs to none. */
export interface SysMessageTable extends TimeColumns {
  row_id: number;
  /** `ready`, `dead` or `outbox`. */
  status: string;
  queue: string;
  message_id: string;
  exchange: string;
  routing_key: string;
  body: Defaulted<string>;
  headers_json: Defaulted<string>;
  sender_tenant: Defaulted<string | null>;
  sender: Defaulted<string | null>;
  sent_at: Defaulted<Timestamp | null>;
  /** Number of started attempts. */
  attempt: Defaulted<number>;
  available_at: Timestamp;
  lease_owner: Defaulted<string | null>;
  /** End of the owner's lease. A message of a crashed owner is delivered again after it. */
  lease_until: Defaulted<Timestamp | null>;
  /** Why the message became a dead letter. */
  reason: Defaulted<string | null>;
}

/** A notice to one user. */
export interface SysUserNoticeTable extends TenantColumn, TimeColumns {
  notice_id: number;
  user_id: number;
  /** Id of its message, so that a second delivery creates no second notice. */
  source_id: string;
  title: string;
  content: Defaulted<string | null>;
  /** Texts by language, as JSON. */
  translations: Defaulted<string | null>;
  notice_level: 'info' | 'success' | 'warning' | 'error';
  link: Defaulted<string | null>;
  app_code: Defaulted<string | null>;
  read_time: Defaulted<Timestamp | null>;
}
