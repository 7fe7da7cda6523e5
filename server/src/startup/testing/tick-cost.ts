/** Prints the nanoseconds that a tick takes after full collections. Argument: `keep` or nothing. */
import { runInNewContext } from 'node:vm';
import { setFlagsFromString } from 'node:v8';
import { keepTickObject } from '../keep-tick-object.ts';

const TICKS = 20_000;
const ROUNDS = 8;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function tickDown(ticks: number, done: () => void): void {
  if (ticks === 0) done();
  else process.nextTick(tickDown, ticks - 1, done);
}

/** @returns the least of several rounds, since others use the machine, too */
async function nanosecondsOfTick(): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const cpu = process.cpuUsage();
    await new Promise<void>((resolve) => tickDown(TICKS, resolve));
    const { user, system } = process.cpuUsage(cpu);
    least = Math.min(least, ((user + system) * 1000) / TICKS);
  }
  return least;
}

if (process.argv[2] === 'keep') keepTickObject();
await nanosecondsOfTick();
for (let round = 0; round < 6; round++) {
  collect();
  await new Promise((resolve) => setTimeout(resolve, 5));
}
process.stdout.write(String(await nanosecondsOfTick()));
