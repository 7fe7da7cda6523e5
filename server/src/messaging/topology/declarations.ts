export type ExchangeType = 'topic' | 'direct' | 'fanout';

export interface ExchangeDeclaration {
  readonly name: string;
  readonly type: ExchangeType;
}

export interface BindingDeclaration {
  readonly exchange: string;
  /** A pattern for a topic exchange: `*` matches one word, `#` any number. */
  readonly routingKey: string;
}

export interface QueueDeclaration {
  readonly name: string;
  readonly bindings: readonly BindingDeclaration[];
}

/** The exchange that always exists, for business messages by topic. */
export const TOPIC_EXCHANGE = 'platform.topic';

/** Name of a queue's dead letters. */
export const deadLettersOf = (queue: string): string => `${queue}.dead`;

/** Letters, digits, dots, hyphens and underscores; 200 leave room for the platform's suffixes. */
export const isName = (text: string): boolean => /^[a-z0-9][\w.-]{0,199}$/i.test(text);
