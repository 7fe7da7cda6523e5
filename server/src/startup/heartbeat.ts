import { onLongWork, requestContext, type RequestContext, type ServiceRegistry } from '../kernel/index.ts';
import { APPLICATION_THREADS, RECENT_WORK } from '../plugin-runtime/index.ts';
import { LoopMeter } from './loop-meter.ts';
import { ownOutsideMemory } from './outside-memory.ts';
import { TICK_MS, UNDER_WAY, type WorkUnderWay } from '../supervisor/index.ts';
import type { SupervisorLink } from './supervisor-link.ts';
import type { Watcher } from './watcher/watcher.ts';

/**
 * Tells the supervisor four times a second that the event loop runs, and lets it find out what
 * blocks the loop when it does not. (design 10.3)
 *
 * @param services find the applications at work, once they are loaded
 * @param memoryLimitBytes resident bytes besides V8's heap that the process may have
 * @param watcher the thread that sees who is inside
 */
export function startHeartbeat(
  supervisor: SupervisorLink,
  services: ServiceRegistry,
  memoryLimitBytes: number,
  watcher?: Watcher,
): void {
  const underWay = workReader();
  Object.defineProperty(globalThis, Symbol.for(UNDER_WAY), { value: underWay });
  onLongWork((limitMs) => supervisor.busy(limitMs));
  const memory = ownOutsideMemory(memoryLimitBytes, {
    underWay,
    threads: () => services.find(APPLICATION_THREADS)?.bytes(),
    full: (facts) => supervisor.full(facts),
  });
  const turn = (appCode: string | undefined): void => {
    watcher?.inside(appCode);
    memory.inside(appCode);
  };
  const loop = new LoopMeter();
  let isListening = false;
  const tell = (): void => {
    const work = services.find(RECENT_WORK);
    watcher?.turned();
    memory.look(performance.now());
    supervisor.beat(work?.take() ?? [], loop.take());
    if (isListening || work === undefined) return;
    work.onEntry((appCode) => supervisor.entered(appCode));
    work.onTurn(turn);
    isListening = true;
  };
  tell();
  setInterval(tell, TICK_MS).unref();
}

/** Tells the work in progress. Works have numbers, as a client chooses the id of its request. */
function workReader(): () => WorkUnderWay {
  const numbers = new WeakMap<RequestContext, number>();
  let last = 0;
  const numberOf = (context: RequestContext): number => {
    const number = numbers.get(context) ?? (last += 1);
    numbers.set(context, number);
    return number;
  };
  return () => {
    const context = requestContext.current();
    if (context?.remoteAddress === undefined)
      return { application: context?.appCode, requestId: undefined, work: 0, outlivedMs: 0 };
    const { appCode, requestId, begunAt = 0, answer } = context;
    const outlivedMs = answer?.writableEnded ? performance.now() - begunAt : 0;
    return { application: appCode, requestId, work: numberOf(context), outlivedMs };
  };
}
