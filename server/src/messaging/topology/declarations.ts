export type ExchangeType = 'topic' | 'direct' | 'fanout';

export interface ExchangeDeclaration {
  readonly name: string;
  readonly type: ExchangeType;
}

export interface BindingDeclaration {
  readonly exchange: string;
  /** For a topic exchange a pattern: `*` is one word, `#` any number of them. */
  readonly routingKey: string;
}

export interface QueueDeclaration {
  readonly name: string;
  readonly bindings: readonly BindingDeclaration[];
}

/** The exchange that is always there: business messages by topic. */
export const TOPIC_EXCHANGE = 'platform.topic';

/** Name of a queue's dead letters. */
export const deadLettersOf = (queue: string): string => `${queue}.dead`;

/** Letters, digits, dots, hyphens and underscores, at most 200: there is room for what the platform appends. */
export const isName = (text: string): boolean => /^[a-z0-9][\w.-]{0,199}$/i.test(text);
