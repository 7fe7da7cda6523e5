import { runCheck } from './check.ts';
import type { Command, CommandContext } from './command.ts';
import { runDev } from './dev.ts';
import { runExportCatalog } from './export-catalog.ts';
import { runKeys } from './keys.ts';
import { runPackage } from './package.ts';
import { runResign, runSign } from './sign.ts';
import { runVerify } from './verify.ts';
import { formatError } from '../cli/output.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  check: runCheck,
  dev: runDev,
  'export-catalog': runExportCatalog,
  keys: runKeys,
  keygen: (context) => runPackage({ ...context, args: ['-Keygen', ...context.args] }),
  resign: runResign,
  sign: runSign,
  verify: runVerify,
};

const USAGE = `Packages an application: npm run package -- -Plugin platform-hello

  -Plugin <platform-code>   application project under plugins/
  -Version <x.y.z>          instead of the manifest's, in app.json, jar and file names
  -SigningKey <path>        private key; default plugins/keys/private.pem, created if missing
  -NoSign                   leave the package unsigned
  -FrontendProject <path>   default frontend/<code>-app
  -FrontendDist <path>      pack this finished build
  -SkipFrontend             do not build the frontend; pack its last build
  -MigrationPath <path>     default migrations/ of the project
  -Keygen                   create the key pair; refused if one exists
  -SyncPublicKey            write the public key into server/application.yml

Options may be written --plugin, --skip-frontend, … as well. Further commands:

  check <zip>…    print the findings of a host, and run the migrations twice, on SQLite and on
                  the MySQL and PostgreSQL servers of this machine, if they respond
                  [-PublicKey <path>] [-NoSign] [-Mysql mysql://<user>:<password>@<host>]
                  [-Postgres postgres://<user>:<password>@<host>/<database>]
  verify <zip>…   verify the signature alone       [-PublicKey <path>]
  sign <zip>…     sign an unsigned package         [-SigningKey <path>]
  resign <zip>…   replace a package's signature    [-SigningKey <path>]
  keys            show the signing key
  export-catalog -Out <folder> [<zip>…]
                  write packages (all of dist-packages/) and an index, for a user edition
                  without network access to its publisher   [-PublicKey <path>]
  dev <code>…     serve the sources, again after each change, in a new sandbox
                  [-Port 8081] [-Log info] [--inspect[=<addr>]] [-NoTypes]
                  or on a host with platform.development: -Host <url>
                  [-Token <token> | -User <name>, password in PLATFORM_PASSWORD]
`;

/** Runs the packager's command line. Resolves to the exit code: 2 for an error, 1 for a refusal. */
export async function runCli(context: CommandContext): Promise<number> {
  const { args, output } = context;
  const [first] = args;
  if (first === undefined || first === 'help' || args.some((arg) => /^(-h|--help)$/.test(arg))) {
    output.line(USAGE);
    return first === undefined ? 2 : 0;
  }
  const command = COMMANDS[first];
  try {
    return command ? await command({ ...context, args: args.slice(1) }) : await runPackage(context);
  } catch (error) {
    output.error(formatError(error));
    return 2;
  }
}
