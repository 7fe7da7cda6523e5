import type { Defaulted, TenantColumn, TimeColumns, Timestamp } from './columns.ts';

/** A queue that somebody has declared with the embedded broker. */
export interface SysMessageQueueTable extends TimeColumns {
  queue: string;
  bindings_json: Defaulted<string>;
}

/** A message in a queue of the embedded broker, or on its way to another. Not of a tenant: the sender's goes with it. */
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
  /** Attempts that have begun. */
  attempt: Defaulted<number>;
  available_at: Timestamp;
  lease_owner: Defaulted<string | null>;
  /** Until then it belongs to the owner; a crash lets it come again. */
  lease_until: Defaulted<Timestamp | null>;
  /** Why it is a dead letter. */
  reason: Defaulted<string | null>;
}

/** A notice to one user. */
export interface SysUserNoticeTable extends TenantColumn, TimeColumns {
  notice_id: number;
  user_id: number;
  /** Of the message that it came with: one that is delivered twice is one notice. */
  source_id: string;
  title: string;
  content: Defaulted<string | null>;
  /** `info`, `success`, `warning` or `error`. */
  notice_level: string;
  link: Defaulted<string | null>;
  app_code: Defaulted<string | null>;
  read_time: Defaulted<Timestamp | null>;
}
