import { setTimeout as pause } from 'node:timers/promises';
import { applicationFrame } from './application-frame.ts';
import { askInspector } from './ask-inspector.ts';
import type { Findings } from './examination.ts';

/** Enough to tell chance from rule. */
const SAMPLES = 12;
/** They may take longer than they should by this factor. */
const LATEST = 1.5;
/** Time for further questions where a stack has no code of an application, in milliseconds. */
const AGAIN_MS = 3_000;
const AGAIN_EVERY_MS = 20;

/**
 * Asks a process what it runs until code of an application is on its stack: between two callbacks
 * of timers, only code of Node and of the host is.
 *
 * @param address of the inspector's WebSocket
 * @param againMs time for further questions after the first one
 */
export async function askForApplication(address: string, againMs = AGAIN_MS): Promise<Findings> {
  const until = performance.now() + againMs;
  const first = await askInspector(address);
  for (let found = first; ;) {
    if (applicationFrame(found.frames) !== undefined) return found;
    const leftMs = until - performance.now();
    if (leftMs <= 0) return first;
    await pause(AGAIN_EVERY_MS);
    // It may have entered native code, or have ended.
    found = await Promise.race([askInspector(address).catch(() => first), pause(leftMs, first)]);
  }
}

/**
 * Asks a process what it runs at moments that are spread over a time.
 *
 * Work in native code answers after it alone, so that there are fewer samples of it.
 */
export async function takeSamples(address: string, forMs: number): Promise<Findings[]> {
  const samples: Findings[] = [];
  const begun = performance.now();
  const until = begun + LATEST * forMs;
  while (samples.length < SAMPLES) {
    const over = pause(until - performance.now(), undefined, { ref: false });
    const found = await Promise.race([askInspector(address), over]);
    if (found === undefined) return samples;
    samples.push(found);
    // Not in step with what runs.
    const due = begun + ((samples.length + Math.random() - 0.5) * forMs) / SAMPLES;
    await pause(Math.max(AGAIN_EVERY_MS, due - performance.now()));
  }
  return samples;
}
