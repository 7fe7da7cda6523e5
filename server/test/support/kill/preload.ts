import { countFileChanges } from './count-files.ts';
import { countSentStatements } from './count-sent.ts';
import { countSqliteStatements } from './count-statements.ts';
import { killWhenArmed } from './effects.ts';

// Preloaded into a host (`--import`), so that it can be killed at any change of a file or of its
// database.
const argument = (key: string): string | undefined =>
  process.argv.find((each) => each.startsWith(`--${key}=`))?.split('=')[1];
const type = argument('database.type') ?? 'sqlite';
if (type === 'sqlite') await countSqliteStatements();
else countSentStatements(type, Number(argument('database.port')));
await countFileChanges();
killWhenArmed(process.env['PLATFORM_KILL_FILE'] ?? '');
