import { PlatformError } from '../../kernel/index.ts';
import {
  deadLettersOf,
  isName,
  TOPIC_EXCHANGE,
  type BindingDeclaration,
  type ExchangeDeclaration,
  type ExchangeType,
  type QueueDeclaration,
} from './declarations.ts';

/** The declarations of the host's configuration. */
interface TopologySettings {
  /** `name` or `name:type`. */
  readonly exchanges: readonly string[];
  readonly queues: readonly string[];
  /** `queue <- exchange/routing key`. */
  readonly bindings: readonly string[];
}

export interface Topology {
  readonly exchanges: readonly ExchangeDeclaration[];
  readonly queues: readonly QueueDeclaration[];
}

const TYPES: readonly string[] = ['topic', 'direct', 'fanout'] satisfies ExchangeType[];

/**
 * Reads `messaging.exchanges`, `messaging.queues` and `messaging.bindings`. (spec: E4)
 *
 * @throws CONFIG_INVALID with every problem
 */
export function parseTopology(settings: TopologySettings): Topology {
  const problems: string[] = [];
  const exchanges = new Map<string, ExchangeDeclaration>([
    [TOPIC_EXCHANGE, { name: TOPIC_EXCHANGE, type: 'topic' }],
  ]);
  for (const text of settings.exchanges) {
    const [name = '', type = 'topic', ...more] = text.split(':').map((part) => part.trim());
    if (!isName(name) || more.length > 0 || !TYPES.includes(type)) {
      problems.push(
        `messaging.exchanges: "${text}" is not a name, or a name and one of :${TYPES.join(', :')}`,
      );
    } else if (exchanges.has(name)) problems.push(`messaging.exchanges: ${name} already exists`);
    else exchanges.set(name, { name, type: type as ExchangeType });
  }
  const bindings = new Map<string, BindingDeclaration[]>();
  for (const name of settings.queues) {
    if (!isName(name) || name.endsWith(deadLettersOf(''))) {
      problems.push(`messaging.queues: "${name}" may contain only letters, digits, dots and hyphens`);
    } else bindings.set(name, bindings.get(name) ?? []);
  }
  for (const text of settings.bindings) {
    const match = /^(\S+)\s*<-\s*([^/\s]+)\/(\S*)$/.exec(text.trim());
    const [, queue = '', exchange = '', routingKey = ''] = match ?? [];
    const problem = !match
      ? 'is not of the form "queue <- exchange/routing key"'
      : !bindings.has(queue)
        ? `refers to the queue ${queue}, which is not in messaging.queues`
        : !exchanges.has(exchange)
          ? `refers to the exchange ${exchange}, which is not in messaging.exchanges`
          : undefined;
    if (problem) problems.push(`messaging.bindings: "${text}" ${problem}`);
    else bindings.get(queue)?.push({ exchange, routingKey });
  }
  if (problems.length > 0) {
    throw new PlatformError({
      code: 'CONFIG_INVALID',
      message: `The broker configuration has problems:\n${problems.join('\n')}`,
      fix: 'Correct these entries. docs/operating.md shows each form.',
      details: problems,
    });
  }
  return {
    exchanges: [...exchanges.values()],
    queues: [...bindings].map(([name, of]) => ({ name, bindings: of })),
  };
}
