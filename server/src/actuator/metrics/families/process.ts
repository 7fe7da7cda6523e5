import { availableParallelism, cpus, loadavg } from 'node:os';
import { single, type Family } from './family.ts';

/** Micrometer's metrics of a process and its machine. */
export function processFamilies(): Family[] {
  let before = { cpu: process.cpuUsage(), at: performance.now() };
  const usage = (): number => {
    const now = { cpu: process.cpuUsage(), at: performance.now() };
    const busyMs = (now.cpu.user + now.cpu.system - before.cpu.user - before.cpu.system) / 1000;
    const share = busyMs / Math.max(1, now.at - before.at) / availableParallelism();
    before = now;
    return Math.min(1, Math.max(0, share));
  };
  let machine = processorTime();
  const machineUsage = (): number => {
    const now = processorTime();
    const [busy, all] = [now.busy - machine.busy, now.all - machine.all];
    machine = now;
    return all === 0 ? 0 : busy / all;
  };
  const gauge = (
    name: string,
    help: string,
    value: () => number,
    several: Pick<Family, 'aggregator' | 'isShared'> = {},
  ): Family => ({ name, help, type: 'gauge', read: () => single(value()), ...several });
  const ofMachine = { isShared: true } as const;
  return [
    gauge('process_cpu_usage', 'Share of all processors that this process used since the last look', usage),
    gauge('system_cpu_usage', 'Share of all processors in use since the last look', machineUsage, ofMachine),
    gauge('process_uptime_seconds', 'Uptime of the process', () => process.uptime(), { aggregator: 'max' }),
    gauge('system_cpu_count', 'Processors', () => cpus().length, ofMachine),
    gauge('system_load_average_1m', 'Load of the machine', () => loadavg()[0] ?? 0, ofMachine),
    gauge('nodejs_heap_used_bytes', 'Used heap', () => process.memoryUsage().heapUsed),
    gauge('nodejs_heap_committed_bytes', 'Committed heap', () => process.memoryUsage().heapTotal),
  ];
}

/** Time of all processors since the start of the machine, in milliseconds. */
function processorTime(): { readonly busy: number; readonly all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const all = sum(times.flatMap((each) => Object.values(each)));
  return { busy: all - sum(times.map(({ idle }) => idle)), all };
}
