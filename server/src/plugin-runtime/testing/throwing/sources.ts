import type { Sources } from '../plugin-project.ts';

/** Creates any value that can be thrown from its description. */
const MAKE = `
import { PlatformError } from '@platform/plugin-sdk/core';
const evil = (): never => { throw Symbol('evil'); };
const traps = new Proxy({}, { get: () => evil });
const cyclic = (): Error => { const error = new Error('cyclic'); error.cause = error; return error; };
const later = (text: string): Error => {
  let reads = 0;
  return Object.defineProperty(new Error(text), 'message', { get: () => (reads++ === 0 ? text : evil()) });
};
const plain: Record<string, (text: string) => unknown> = {
  error: (text) => new Error(text),
  text: (text) => text,
  empty: () => '',
  undefined: () => undefined,
  null: () => null,
  number: () => NaN,
  bigint: () => 12345678901234567890n,
  symbol: (text) => Symbol(text),
  function: () => () => evil(),
  class: () => class Thrown {},
  date: () => new Date(NaN),
  map: () => new Map([[{}, evil]]),
  nullPrototype: () => Object.create(null),
  errorWithoutPrototype: (text) => Object.setPrototypeOf(new Error(text), null),
  errorOfEvilPrototype: (text) => Object.setPrototypeOf(new Error(text), new Proxy({}, traps)),
  symbolMessage: () => Object.assign(new Error('x'), { message: Symbol('message') }),
  objectMessage: () => Object.assign(new Error('x'), { message: { toString: evil } }),
  evilMessage: () => Object.defineProperty(new Error('x'), 'message', { get: evil }),
  secondMessage: (text) => later(text),
  evilStack: (text) => Object.defineProperty(new Error(text), 'stack', { get: evil, set: evil }),
  objectStack: (text) => Object.assign(new Error(text), { stack: { includes: evil } }),
  noStack: (text) => Object.assign(new Error(text), { stack: undefined }),
  evilName: (text) => Object.defineProperty(new Error(text), 'name', { get: evil }),
  evilCode: (text) => Object.defineProperty(new Error(text), 'code', { get: evil }),
  evilCause: (text) => Object.defineProperty(new Error(text), 'cause', { get: evil }),
  wordCode: () => Object.assign(new Error('x'), { code: 'constructor', statusCode: 'toString' }),
  frozen: (text) => Object.freeze(new Error(text)),
  proxy: () => new Proxy({}, traps),
  proxyOfError: (text) => new Proxy(new Error(text), traps),
  revoked: () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; },
  revokedFunction: () => { const { proxy, revoke } = Proxy.revocable(() => 1, {}); revoke(); return proxy; },
  evilText: () => ({ toString: evil, [Symbol.toPrimitive]: evil, toJSON: evil, get message() { return evil(); } }),
  huge: () => 'x'.repeat(5_000_000),
  hugeMessage: () => new Error('y'.repeat(5_000_000)),
  hugeStack: (text) => Object.assign(new Error(text), { stack: 'z'.repeat(5_000_000) }),
  thenable: () => ({ then: evil }),
  thenableError: (text) => Object.assign(new Error(text), { then: evil }),
  stream: () => ({ pipe: evil, on: evil }),
  cyclic,
  deep: () => { let error = new Error('deepest'); for (let n = 0; n < 5_000; n++) error = new Error('deep', { cause: error }); return error; },
  aggregate: () => { const all = new AggregateError([], ''); all.errors.push(all, Symbol('one'), new Proxy({}, traps)); return all; },
  foreign: () => { try { return structuredClone(new Error('cloned')); } catch (error) { return error; } },
  exception: () => new DOMException('aborted', 'AbortError'),
  platform: (text) => new PlatformError({ code: 'FUZZ_REFUSED', status: 418, message: text }),
  platformStatus: () => new PlatformError({ code: 'FUZZ_STATUS', status: 99_999, message: 'status' }),
  platformText: () => new PlatformError({ code: 7 as never, status: '200' as never, message: Symbol('m') as never }),
  platformDetails: () => new PlatformError({ code: 'FUZZ_DETAILS', status: 400, message: 'd', details: { n: 1n, toJSON: evil } }),
  platformGetter: () => Object.defineProperty(new PlatformError({ code: 'FUZZ', message: 'x' }), 'details', { get: evil }),
  platformFix: () => Object.assign(new PlatformError({ code: 'FUZZ', message: 'x' }), { fix: Symbol('fix'), message: { toString: evil } }),
};
export const KINDS = Object.keys(plain);
export const make = ({ kind, wrap, text }: { kind: string; wrap: string; text: string }): unknown => {
  const value = plain[kind]!(text);
  switch (wrap) {
    case 'cause': return new Error(text, { cause: value });
    case 'aggregate': return new AggregateError([value, value], '');
    case 'property': return { error: value, message: value };
    case 'frozenCause': return Object.freeze(new Error(text, { cause: value }));
    default: return value;
  }
};
`;

const CONTROLLER = `
import { AsyncLocalStorage, AsyncResource, createHook } from 'node:async_hooks';
import diagnostics from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { EventPublisher, UserRegisteredEvent } from '@platform/plugin-sdk/core';
import { Logger } from '@platform/plugin-sdk/log';
import { MessageProducer } from '@platform/plugin-sdk/mq';
import { Controller, Get, Post, Type, type Ctx } from '@platform/plugin-sdk/web';
import { KINDS, make } from './make.ts';
import { Now } from './now.ts';

const fail = (value: unknown): never => { throw value; };
const stream = (read: (stream: Readable, turn: number) => void): Readable => {
  let turn = 0;
  return new Readable({ read() { read(this, turn++); } });
};
const typed = { response: Type.Object({ a: Type.String() }) };

@Controller('/fuzz', { inject: [EventPublisher, MessageProducer, Logger, Now] })
export class Fuzz {
  constructor(private readonly events: EventPublisher, private readonly messages: MessageProducer, private readonly log: Logger, private readonly now: Now) {}
  @Get('/ok') ok() { return 'ok'; }
  @Get('/kinds') kinds() { return { kinds: KINDS, places: Object.keys(this.places) }; }
  @Post('/typed', { schema: typed }) typed({ body }: Ctx<typeof typed>) { const value = make(body as never); return { get a(): string { return fail(value); } }; }
  @Post('/:place') run(ctx: Ctx) {
    const { place } = ctx.params as { place: string };
    return this.places[place]!(() => make(ctx.body as never), ctx);
  }
  readonly places: Record<string, (value: () => unknown, ctx: Ctx) => unknown> = {
    sync: (value) => fail(value()),
    async: async (value) => fail(value()),
    rejection: (value) => Promise.reject(value()),
    late: async (value) => { await new Promise((resolve) => setTimeout(resolve, 1)); fail(value()); },
    answerGetter: (value) => ({ get a() { return fail(value()); } }),
    answerGetterLater: async (value) => ({ get a() { return fail(value()); } }),
    answerJson: (value) => ({ toJSON: () => fail(value()) }),
    answerJsonLater: async (value) => ({ toJSON: () => fail(value()) }),
    answer: (value) => { const answer = value(); if (answer === undefined || answer === null) fail(answer); return { rows: answer, total: 1 }; },
    streamFirst: (value) => stream((s) => s.destroy(value() as Error)),
    streamLater: (value) => stream((s, turn) => { if (turn === 0) s.push('first'); else setTimeout(() => s.destroy(value() as Error), 2); }),
    streamEmit: (value) => stream((s, turn) => { if (turn === 0) s.push('first'); else setTimeout(() => s.emit('error', value()), 2); }),
    streamRead: (value) => stream((s, turn) => { if (turn === 0) s.push('first'); else fail(value()); }),
    streamReadFirst: (value) => stream(() => fail(value())),
    streamDestroy: (value) => new Readable({ read() { this.push('a'); this.push(null); }, destroy: (_error, done) => done(value() as Error) }),
    iterable: (value) => Readable.from((async function* () { yield 'a'; fail(value()); })()),
    timer: (value) => { setTimeout(() => fail(value()), 1); },
    immediate: (value) => { setImmediate(() => fail(value())); },
    asyncTimer: (value) => { setTimeout(async () => fail(value()), 1); },
    microtask: (value) => { queueMicrotask(() => fail(value())); },
    nextTick: (value) => { process.nextTick(() => fail(value())); },
    floating: (value) => { void Promise.reject(value()); },
    floatingLater: (value) => { void (async () => { await null; fail(value()); })(); },
    emitter: (value) => { setImmediate(() => new EventEmitter().emit('error', value())); },
    emitterTick: (value) => { process.nextTick(() => new EventEmitter().emit('error', value())); },
    capture: (value) => { const e = new EventEmitter({ captureRejections: true }); e.on('x', async () => fail(value())); e.emit('x'); },
    ownStorage: (value) => { new AsyncLocalStorage<number>().run(1, () => void Promise.resolve().then(() => fail(value()))); },
    ownStorageTick: (value) => { new AsyncLocalStorage<number>().run(1, () => process.nextTick(() => fail(value()))); },
    resource: (value) => { new AsyncResource('fuzz').runInAsyncScope(() => queueMicrotask(() => fail(value()))); },
    hook: (value) => { const thrown = value(); const hook = createHook({ init: () => fail(thrown) }).enable(); setTimeout(() => hook.disable(), 5); },
    eventTarget: (value) => { const target = new EventTarget(); target.addEventListener('x', () => fail(value())); target.dispatchEvent(new Event('x')); },
    abortListener: (value, ctx) => { ctx.signal.addEventListener('abort', () => fail(value())); },
    ownAbort: (value) => { const abort = new AbortController(); abort.signal.addEventListener('abort', () => fail(value())); abort.abort(value()); },
    diagnostics: (value) => {
      const listener = (): void => { diagnostics.unsubscribe('http.server.response.finish', listener); fail(value()); };
      diagnostics.subscribe('http.server.response.finish', listener);
    },
    finalizer: (value) => { const thrown = value(); const registry = new FinalizationRegistry(() => fail(thrown)); (globalThis as { kept?: unknown }).kept = registry; registry.register({}, 1); },
    logged: (value) => { this.log.error('logged', { error: value(), other: value(), list: [value()] }); fail(new Error('after logging')); },
    printed: (value) => { console.error(value()); console.warn('w', value()); fail(new Error('after printing')); },
    listener: (value) => { this.now.value = value; return this.events.publishAndWait(new UserRegisteredEvent({ userId: 1, userName: 'a', tenantId: '000000', source: 'x' })); },
    message: async (value) => { this.now.value = value; await this.messages.send({ queue: 'fuzz.in' }, { a: 1 }); await new Promise((resolve) => setTimeout(resolve, 120)); },
    scheduled: async (value) => { this.now.scheduled = value; await new Promise((resolve) => setTimeout(resolve, 90)); this.now.scheduled = undefined; },
  };
}
`;

const EARS = `
import { Component, EventListener, UserRegisteredEvent } from '@platform/plugin-sdk/core';
import { ExecuteResult, JobExecutor, Scheduled } from '@platform/plugin-sdk/job';
import { MessageListener } from '@platform/plugin-sdk/mq';
import { Now } from './now.ts';
const fail = (value: unknown): never => { throw value; };
@Component({ inject: [Now] }) export class Ears {
  constructor(private readonly now: Now) {}
  @EventListener(UserRegisteredEvent) hear() { fail(this.now.value?.()); }
  @MessageListener({ queue: 'fuzz.in', attempts: 1 }) take() { fail(this.now.value?.()); }
  @Scheduled({ every: '50ms' }) tick() { const make = this.now.scheduled; this.now.scheduled = undefined; if (make) fail(make()); }
}
@JobExecutor({ name: 'fuzzJob', inject: [Now] }) export class Job {
  constructor(private readonly now: Now) {}
  async jobExecute(): Promise<ExecuteResult> { return fail(this.now.value?.()); }
}
`;

const NOW = `
import { Component } from '@platform/plugin-sdk/core';
@Component() export class Now { value?: () => unknown; scheduled?: (() => unknown) | undefined; }
`;

/** Throws from every place that a serving application has. */
export const throwingApplication: Sources = {
  'make.ts': MAKE,
  'fuzz.ts': CONTROLLER,
  'ears.ts': EARS,
  'now.ts': NOW,
};

/** Throws one value at one moment of its lifecycle; both are set by the environment. */
export const failingLife: Sources = {
  'make.ts': MAKE,
  'life.ts': `
import { Component } from '@platform/plugin-sdk/core';
import { Controller, Get } from '@platform/plugin-sdk/web';
import { make } from './make.ts';
const { place, ...description } = JSON.parse(process.env['THROWN'] ?? '{}');
const at = (now: string): void => { if (place === now) throw make(description); };
at('module');
@Controller('/life') export class Life {
  constructor() { at('constructor'); }
  @Get('/ok') ok() { return 'ok'; }
  async init() { at('init'); }
  start() { at('start'); }
  async stop() { at('stop'); }
  dispose() { at('dispose'); }
}
`,
};

export const LIFE_PLACES = ['module', 'constructor', 'init', 'start', 'stop', 'dispose'];
