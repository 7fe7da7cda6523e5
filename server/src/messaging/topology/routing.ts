import type { BindingDeclaration, ExchangeType } from './declarations.ts';

/** Whether a binding matches a routing key, by the rules of AMQP. */
export function routes(type: ExchangeType, binding: BindingDeclaration, routingKey: string): boolean {
  if (type === 'fanout') return true;
  if (type === 'direct') return binding.routingKey === routingKey;
  return matches(binding.routingKey.split('.'), routingKey.split('.'));
}

function matches(pattern: readonly string[], words: readonly string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return words.length === 0;
  if (head === '#') return matches(rest, words) || (words.length > 0 && matches(pattern, words.slice(1)));
  const [word, ...others] = words;
  return word !== undefined && (head === '*' || head === word) && matches(rest, others);
}
