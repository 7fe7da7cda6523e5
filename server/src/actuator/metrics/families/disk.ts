import { diskSpace } from '../../disk-space.ts';
import type { Family } from './family.ts';

/** Micrometer's metrics of the disk that holds the data directory. */
export function diskFamilies(path: string): Family[] {
  const gauge = (name: 'total' | 'free', help: string): Family => ({
    name: `disk_${name}_bytes`,
    help,
    type: 'gauge',
    isShared: true,
    read: async () => [{ labels: { path }, value: (await diskSpace(path))[name] }],
  });
  return [gauge('total', 'Size of the disk of the data directory'), gauge('free', 'Free space of that disk')];
}
