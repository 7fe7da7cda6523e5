import { runCheck } from '../commands/check.ts';
import type { Command, CommandContext } from '../commands/command.ts';
import { runDev } from '../commands/dev.ts';
import { runExportCatalog } from '../commands/export-catalog.ts';
import { runKeys } from '../commands/keys.ts';
import { runPackage } from '../commands/package.ts';
import { runResign, runSign } from '../commands/sign.ts';
import { runVerify } from '../commands/verify.ts';
import { formatError } from './output.ts';

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
  -SigningKey <path>        private key; default plugins/keys/private.pem, made when missing
  -NoSign                   leave the package unsigned
  -FrontendProject <path>   default frontend/<code>-app
  -FrontendDist <path>      pack this finished build
  -SkipFrontend             do not build the frontend; pack its last build
  -MigrationPath <path>     default migrations/ of the project
  -Keygen                   make the key pair; refused when there is one
  -SyncPublicKey            write the public key into server/application.yml

Options may be written --plugin, --skip-frontend, … as well. Further commands:

  check <zip>…    say what the host would say, and run the migrations twice, on SQLite and on
                  the MySQL and PostgreSQL servers of this machine where they answer
                  [-PublicKey <path>] [-NoSign] [-Mysql mysql://<user>:<password>@<host>]
                  [-Postgres postgres://<user>:<password>@<host>/<database>]
  verify <zip>…   verify the signature alone       [-PublicKey <path>]
  sign <zip>…     sign an unsigned package         [-SigningKey <path>]
  resign <zip>…   replace a package's signature    [-SigningKey <path>]
  keys            show the signing key
  export-catalog -Out <folder> [<zip>…]
                  write packages (all of dist-packages/) and an index, which a user edition
                  without a way to its publisher reads   [-PublicKey <path>]
  dev <code>…     serve the sources, again at each change, in a sandbox that is started for it
                  [-Port 8081] [-Log info] [--inspect[=<addr>]] [-NoTypes]
                  or on a host that runs for development: -Host <url>
                  [-Token <token> | -User <name>, password in PLATFORM_PASSWORD]
`;

/** Runs the packager's command line. Resolves to the exit code: 2 for an error, 1 for a refusal. */
export async function runCli(context: CommandContext): Promise<number> {
  const { args, output } = context;
  const [first] = args;
  if (first === undefined || /^(-h|--help|help)$/.test(first)) {
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
