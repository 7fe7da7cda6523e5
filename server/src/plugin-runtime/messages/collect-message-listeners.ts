import { inheritedFacts, MESSAGE_LISTENERS } from '@platform/plugin-sdk/host';
import type { Message, MessageListenerOptions } from '@platform/plugin-sdk/mq';
import { millisecondsOf } from '../../infra/index.ts';
import type { Bean } from '../container/container.ts';
import { refuseIf, type LoadFinding } from '../contract/load-finding.ts';

/** A bean method that handles the messages of a queue. */
export interface MessageHandler {
  /** Fully qualified class and method. */
  readonly name: string;
  readonly queue: string;
  readonly concurrency: number;
  readonly attempts: number | undefined;
  readonly retryDelayMs: number | undefined;
  readonly timeoutMs: number | undefined;
  receive(body: unknown, message: Message): unknown;
}

const MOST = 100;
/** Longest delay of a Node timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * Collects the `@MessageListener` methods of an application's beans. (spec: E4)
 *
 * @param mayListen true if the host declares the queue, itself or for this application
 * @throws LoadRefusal with every listener that cannot be called or whose queue is not declared
 */
export function collectMessageListeners(
  appCode: string,
  beans: readonly Bean[],
  mayListen: (queue: string) => boolean,
): MessageHandler[] {
  const findings: LoadFinding[] = [];
  const handlers = beans.flatMap(({ definition, instance }) => {
    const methods = instance as unknown as Record<string, MessageHandler['receive']>;
    return inheritedFacts(definition.type, MESSAGE_LISTENERS)
      .flat()
      .flatMap(({ method, static: isStatic, options }): MessageHandler[] => {
        const name = `${definition.name}.${String(method)}`;
        const problem =
          isStatic || typeof method !== 'string' || method.startsWith('#')
            ? 'it is static or private: nothing can call it on the bean'
            : problemOf(options);
        if (problem !== undefined) findings.push(invalid(name, problem));
        else if (!mayListen(options.queue)) findings.push(undeclared(appCode, name, options.queue));
        else {
          const receive: MessageHandler['receive'] = (body, message) =>
            methods[String(method)]?.(body, message);
          return [{ name, ...settingsOf(options), receive }];
        }
        return [];
      });
  });
  refuseIf(findings);
  return [...new Map(handlers.map((handler) => [`${handler.name} ${handler.queue}`, handler])).values()];
}

const settingsOf = ({ queue, concurrency = 1, attempts, retryDelay, timeout }: MessageListenerOptions) => ({
  queue,
  concurrency,
  attempts,
  retryDelayMs: retryDelay === undefined ? undefined : millisecondsOf(retryDelay),
  timeoutMs: timeout === undefined ? undefined : millisecondsOf(timeout),
});

function problemOf(options: MessageListenerOptions): string | undefined {
  const { queue, concurrency = 1, attempts = 1 } = options;
  if (typeof queue !== 'string' || queue === '') return 'it names no queue';
  if (!isCount(concurrency)) return `concurrency is ${concurrency}, not 1 to ${MOST}`;
  if (!isCount(attempts)) return `attempts is ${attempts}, not 1 to ${MOST}`;
  try {
    const { timeoutMs = 1 } = settingsOf(options);
    return timeoutMs < 1 || timeoutMs > LONGEST ? `timeout is ${options.timeout}, not 1ms to 24d` : undefined;
  } catch {
    return 'retryDelay or timeout is not a duration such as 500ms or 30s';
  }
}

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= MOST;

const invalid = (name: string, problem: string): LoadFinding => ({
  code: 'PLUGIN_LISTENER_INVALID',
  message: `@MessageListener of ${name}: ${problem}.`,
  fix: 'Use it on a public method of the bean, with a queue and numbers from 1 to 100.',
});

const undeclared = (appCode: string, name: string, queue: string): LoadFinding => ({
  code: 'PLUGIN_QUEUE_UNDECLARED',
  message: `${name} listens to the queue "${queue}", which is not declared on the host.`,
  fix: `Use the name ${appCode}.<name>, because the host declares the application's own queues. Or ask the operator to declare "${queue}" in messaging.queues of the host's application.yml.`,
});
