import { onConnection, type ServerDialect } from './connections.ts';
import { beginRun, runPrefix } from './run-prefix.ts';

const LIST = {
  mysql: 'select schema_name as name from information_schema.schemata',
  postgres: 'select datname as name from pg_database',
} as const;

/** Global set-up of Vitest: the databases of a run are dropped when it has ended. */
export default function setUp(): () => Promise<void> {
  beginRun();
  return async () => {
    for (const dialect of ['mysql', 'postgres'] as const) await dropAll(dialect).catch(() => undefined);
  };
}

function dropAll(dialect: ServerDialect): Promise<void> {
  return onConnection(dialect, undefined, async (query) => {
    const names = (await query(LIST[dialect])).map(({ name }) => String(name));
    for (const name of names.filter((each) => each.startsWith(runPrefix()))) {
      await query(`drop database if exists ${name}${dialect === 'postgres' ? ' with (force)' : ''}`);
    }
  });
}
