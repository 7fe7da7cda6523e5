import { join } from 'node:path';

interface Places {
  /** Folder of the sandbox. */
  readonly folder: string;
  /** Data directory of its platform. */
  readonly data: string;
  readonly password: string;
  /** Ports of the pages and of the API. */
  readonly port: number;
  readonly api: number;
}

export const packageIn = (folder: string, version: string): string =>
  join(folder, 'packages', `hello-${version}.zip`);

/** Texts of the documents with what stands for them in the sandbox. */
export function documentedValues({
  folder,
  data,
  password,
  port,
  api,
}: Places): ReadonlyArray<readonly [string, string]> {
  const owner = `-o ${process.getuid?.() ?? 0} -g ${process.getgid?.() ?? 0}`;
  return [
    ['cd deploy', `cd ${join(folder, 'deploy')}`],
    ['-o 1000 -g 1000', owner],
    ['../backups/', `${folder}/backups/`],
    ['../restored', join(folder, 'restored')],
    ['/safe/', `${folder}/safe/`],
    ['--data user-data', `--data ${join(folder, 'user-data')}`],
    ['<data directory of the host>', data],
    ['data/plugins-dist', join(data, 'plugins-dist')],
    ['-Out catalog', `-Out ${join(folder, 'catalog')}`],
    ['trust publisher.pem', `trust ${join(folder, 'publisher.pem')}`],
    ['publish dist-packages/hello-1.0.0.zip', `publish ${packageIn(folder, '1.2.0')}`],
    ['dist-packages/hello-1.1.0.zip', packageIn(folder, '1.1.0')],
    // The steps for notes also hold for hello, from which it is made.
    ['@plugins/platform-notes', '@plugins/platform-hello'],
    ['@plugins/notes-app', '@plugins/hello-app'],
    [':remote -- notes', ':remote -- hello'],
    [':globals -- notes', ':globals -- hello'],
    [':runtime -- notes', ':runtime -- hello'],
    ['dist-packages/notes-1.0.0.zip', 'dist-packages/hello-1.0.0.zip'],
    ['--user release', '--user admin'],
    ['127.0.0.1:8080', `127.0.0.1:${api}`],
    ['localhost:8080', `localhost:${api}`],
    ['127.0.0.1:8000', `127.0.0.1:${port}`],
    ['monitor:…', `monitor:${password}`],
    ['MANAGEMENT_PASSWORD=…', `MANAGEMENT_PASSWORD=${password}`],
    // The id of a dead letter; there is none in the sandbox.
    ['"ids":["…"]', '"ids":["1"]'],
  ];
}
