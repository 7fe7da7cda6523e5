import { countFileChanges } from './count-files.ts';
import { countMysqlStatements, countPostgresStatements, countSqliteStatements } from './count-statements.ts';
import { killWhenArmed } from './effects.ts';

// Preloaded into a host (`--import`), so that it can be killed at any change of a file or of its
// database.
const type = process.argv.find((argument) => argument.startsWith('--database.type='))?.split('=')[1];
if (type === 'mysql') await countMysqlStatements();
else if (type === 'postgres') await countPostgresStatements();
else await countSqliteStatements();
await countFileChanges();
killWhenArmed(process.env['PLATFORM_KILL_FILE'] ?? '');
