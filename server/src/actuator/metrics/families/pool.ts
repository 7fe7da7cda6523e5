import type { Database } from '../../../data/index.ts';
import type { Family } from './family.ts';

/** Connections to a database server, by the names of Micrometer; an embedded database has none. */
export function poolFamilies(database: Database): Family[] {
  const gauge = (name: 'active' | 'idle' | 'pending' | 'max', help: string): Family => ({
    name: `jdbc_connections_${name}`,
    help,
    type: 'gauge',
    read: () => {
      const usage = database.poolUsage();
      return usage ? [{ value: usage[name] }] : [];
    },
  });
  return [
    gauge('active', 'Connections in use'),
    gauge('idle', 'Open connections that wait for work'),
    gauge('pending', 'Callers that wait for a connection'),
    gauge('max', 'Most connections of this host'),
  ];
}
