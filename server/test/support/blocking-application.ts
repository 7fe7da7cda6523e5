import type { Sources } from '../../src/plugin-runtime/testing/plugin-project.ts';

/** Ways to hold the event loop, each below `/<code>/`, and `well`, which answers. */
export const blockingApplication = (code: string): Sources => ({
  'controller/block.controller.ts': `
import { AuthIgnore } from '@platform/plugin-sdk/auth';
import { Controller, Get } from '@platform/plugin-sdk/web';
import { awaits, chain, crypt, eat, flood, getter, match, order, pile, queued, rest, slices, spin, tick, work } from '../service/block.ts';
@AuthIgnore()
@Controller('/${code}')
export class BlockController {
  @Get('/loop') loop() { spin(); }
  @Get('/regex') regex() { return match('a'.repeat(64) + 'b'); }
  @Get('/timer') timer() { setTimeout(spin, 10); return 'later'; }
  @Get('/promise') promise() { void Promise.resolve().then(() => spin()); return new Promise(() => undefined); }
  @Get('/chain') chain() { chain(); return 'later'; }
  @Get('/ticks') ticks() { tick(); return 'later'; }
  @Get('/microtasks') microtasks() { order(); return 'later'; }
  @Get('/memory') memory() { eat(); }
  @Get('/buffers') buffers() { pile(); return 'later'; }
  @Get('/native') native() { crypt(); }
  @Get('/getter') getter() { return getter(); }
  @Get('/rest') rest() { return rest(); }
  @Get('/awaits') awaits() { return awaits(); }
  @Get('/slices') slices() { slices(); return 'later'; }
  @Get('/flood') flood() { flood(); return 'later'; }
  @Get('/work') async work() { await queued(); return 'done'; }
  @Get('/well') well() { return 'well'; }
}
`,
  'service/block.ts': `import { pbkdf2Sync } from 'node:crypto';
export function spin(): void {
  for (;;) {
    Math.sqrt(2);
  }
}
export function match(text: string): boolean {
  return /^(a+)+$/.test(text);
}
export function eat(): void {
  const kept: unknown[] = [];
  for (;;) kept.push(Array.from({ length: 1000 }, (_, index) => ({ index })));
}
export function chain(): void {
  void Promise.resolve().then(chain);
}
export function tick(): void {
  process.nextTick(tick);
}
export function order(): void {
  queueMicrotask(order);
}
const kept: unknown[] = [];
export function pile(): void {
  kept.push(Buffer.alloc(4_000_000, 1));
  setTimeout(pile, 20);
}
export function crypt(): void {
  pbkdf2Sync('a', 'b', 2_000_000_000, 64, 'sha512');
}
export function getter(): object {
  return { get name(): string { for (;;) Math.sqrt(2); } };
}
export function rest(): string {
  return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
export async function awaits(): Promise<void> {
  while (await Promise.resolve(true)) Math.sqrt(2);
}
export function work(ms: number): void {
  for (const until = Date.now() + ms; Date.now() < until; ) Math.sqrt(2);
}
export function slices(): void {
  work(400);
  setImmediate(slices);
}
export function flood(): void {
  for (let count = 0; count < 500; count += 1) setInterval(() => work(1), 1);
}
let before: Promise<unknown> = Promise.resolve();
export function queued(): Promise<unknown> {
  before = before.then(() => new Promise((done) => setImmediate(() => done(work(150)))));
  return before;
}
`,
});

/** Ends its own worker by a child, as code does that is no JavaScript. It may start processes. */
export const killingApplication = (code: string): Sources => ({
  'controller/kill.controller.ts': `
import { spawn } from 'node:child_process';
import { AuthIgnore } from '@platform/plugin-sdk/auth';
import { Controller, Get } from '@platform/plugin-sdk/web';
@AuthIgnore()
@Controller('/${code}')
export class KillController {
  @Get('/child') child() {
    spawn('sh', ['-c', 'kill -9 $PPID']);
    return new Promise(() => undefined);
  }
  @Get('/stay') stay() {
    return spawn('sleep', ['600']).pid;
  }
}
`,
});

/** Its backend does not come to an end while it is loaded. */
export const blockingStart: Sources = {
  'service/start.ts': `
import { Service } from '@platform/plugin-sdk/core';
@Service()
export class Start {
  init(): void {
    for (;;) Math.sqrt(2);
  }
}
`,
};
