import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type childProcess from 'node:child_process';
import type nodeDns from 'node:dns';
import type nodeFs from 'node:fs';
import type nodeHttp from 'node:http';
import { createServer, type Server } from 'node:http';
import type nodeNet from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type nodeTls from 'node:tls';
import type workerThreads from 'node:worker_threads';
import type { Permissions } from '@platform/package-format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Logger } from '../../kernel/index.ts';
import { PluginLogger } from '../capabilities/plugin-logger.ts';
import { SourceMaps } from '../contract/source-maps.ts';
import { TimerScope } from './timers/timer-scope.ts';
import { ApplicationIsolation } from './application-isolation.ts';

const refused = (code: string) => expect.objectContaining({ code }) as object;
const noPermission = refused('PLUGIN_PERMISSION_MISSING');

describe('the facades of the process for an application', () => {
  let folder: string;
  let server: Server;
  let port: number;
  const lines: string[] = [];
  const write =
    (level: string) =>
    (message: string): void =>
      void lines.push(`${level} ${message}`);
  const logger: Logger = {
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: () => logger,
    isEnabled: () => true,
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'isolation-'));
    server = createServer((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: `http://localhost:${port}/` });
      response.end('hello');
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  const isolated = (permissions: Permissions = {}): ApplicationIsolation =>
    new ApplicationIsolation({
      appCode: 'demo',
      permissions,
      dataDir: join(folder, 'apps'),
      logger: new PluginLogger(logger, new SourceMaps({ text: () => undefined }), {
        admits: () => true,
        charge: () => undefined,
      }),
      timers: new TimerScope('demo', () => undefined, { run: (_what, work) => work() }),
      onFault: () => undefined,
      onThread: () => undefined,
    });
  const global = <T>(isolation: ApplicationIsolation, name: string): T => isolation.globals[name] as T;

  it.each([
    ['node:net', 'network'],
    ['https', 'network'],
    ['dns/promises', 'network'],
    ['fs', 'files'],
    ['node:fs/promises', 'files'],
    ['child_process', 'process'],
    ['node:worker_threads', 'process'],
  ])('%s needs the permission %s, and the refusal names the application', (name, permission) => {
    const import_ = () => isolated().builtin(name, 'src/a.ts');
    expect(import_).toThrow(`src/a.ts imports "${name}" without the permission "${permission}"`);
    expect(isolated({ [permission]: true }).builtin(name, 'src/a.ts')).toBeTypeOf('object');
  });

  it.each(['module', 'vm', 'v8', 'cluster', 'inspector', 'inspector/promises', 'repl', 'os', 'node:sqlite'])(
    '%s is refused for everybody',
    (name) => {
      const all = { network: true, files: true, process: true, env: true } as const;
      expect(() => isolated(all).builtin(name, 'src/a.ts')).toThrow('not available to applications');
    },
  );

  it.each(['assert/strict', 'node:crypto', 'events', 'path/posix', 'stream/promises', 'util', 'zlib'])(
    '%s is allowed',
    (name) => expect(isolated().builtin(name, 'src/a.ts')).toBeDefined(),
  );

  describe('process', () => {
    const own = (permissions?: Permissions): NodeJS.Process => global(isolated(permissions), 'process');

    it.each(['exit', 'reallyExit', 'kill', 'abort', 'chdir', 'setuid', 'dlopen', 'binding', 'emit'] as const)(
      'process.%s() throws',
      (name) => {
        const call = Reflect.get(own(), name) as (value: unknown) => void;
        expect(() => call(1)).toThrow(`may not use process.${name}()`);
      },
    );

    it('cannot be changed, and gives harmless facts', () => {
      const facade = own();
      expect(() => (facade.exitCode = 1)).toThrow(refused('PLUGIN_PROCESS_REFUSED'));
      expect(() => Object.defineProperty(facade, 'title', { value: 'x' })).toThrow(
        refused('PLUGIN_PROCESS_REFUSED'),
      );
      expect(() => facade.umask(0)).toThrow(refused('PLUGIN_PROCESS_REFUSED'));
      expect(facade.hrtime.bigint()).toBeTypeOf('bigint');
      expect(facade.memoryUsage.rss()).toBeGreaterThan(0);
      expect([facade.platform, facade.versions.node, facade.cwd()]).toEqual([
        process.platform,
        process.versions.node,
        process.cwd(),
      ]);
      expect(Object.prototype.toString.call(facade)).toBe('[object process]');
      expect(() => global<typeof globalThis>(isolated(), 'globalThis').process.exit()).toThrow(
        refused('PLUGIN_PROCESS_REFUSED'),
      );
    });

    it('has an empty, frozen environment without the permission, and a copy with it', () => {
      expect(own().env).toEqual({});
      expect(Object.isFrozen(own().env)).toBe(true);
      expect(own({ env: true }).env).toEqual(process.env);
      expect(() => (own({ env: true }).env['X'] = '1')).toThrow(TypeError);
    });

    it('accepts listeners without effect on the host, and leads to no forbidden built-in', () => {
      const before = process.listenerCount('uncaughtException');
      own().on('uncaughtException', () => undefined);
      expect(process.listenerCount('uncaughtException')).toBe(before);
      expect(() => own().getBuiltinModule('fs')).toThrow('without the permission "files"');
      expect(own().getBuiltinModule('process')).not.toBe(process);
    });

    it('prints to the log of the application', () => {
      const isolation = isolated();
      global<Console>(isolation, 'console').log('one %d\ntwo', 1);
      global<Console>(isolation, 'console').error('bad', new Error('luck'));
      const facade = global<NodeJS.Process>(isolation, 'process');
      facade.emitWarning('old', 'DeprecationWarning');
      facade.emitWarning('new', { type: 'Newer' });
      facade.emitWarning(new Error('flood'));
      facade.stdout.write('half ');
      facade.stdout.write('whole\n');
      expect(lines).toEqual([
        'info one 1',
        'info two',
        'error bad luck',
        'warn DeprecationWarning: old',
        'warn Newer: new',
        'warn flood',
        'info half whole',
      ]);
    });
  });

  it('keeps properties of globalThis to the application', () => {
    const isolation = isolated();
    const globals = global<Record<string, unknown>>(isolation, 'globalThis');
    globals['leak'] = 1;
    expect(globals['leak']).toBe(1);
    expect('leak' in globalThis).toBe(false);
    expect(globals['Array']).toBe(Array);
    expect(Object.keys(Object.getOwnPropertyDescriptors(globals))).toContain('leak');
  });

  describe('network', () => {
    const fetching = (permissions: Permissions, path = '/'): Promise<Response> =>
      global<typeof fetch>(isolated(permissions), 'fetch')(`http://127.0.0.1:${port}${path}`);

    it('fetch checks the permission, also for redirects', async () => {
      await expect(fetching({})).rejects.toThrow(noPermission);
      await expect(fetching({ network: ['api.example.com'] })).rejects.toThrow('may not reach 127.0.0.1');
      await expect(fetching({ network: [`127.0.0.1:1`] })).rejects.toThrow(noPermission);
      expect(await (await fetching({ network: [`127.0.0.1:${port}`] })).text()).toBe('hello');
      await expect(fetching({ network: ['127.0.0.1'] }, '/away')).rejects.toThrow('may not reach localhost');
      expect(await (await fetching({ network: true }, '/away')).text()).toBe('hello');
    });

    it('WebSocket and EventSource check the permission', () => {
      for (const name of ['WebSocket', 'EventSource']) {
        const Type = global<new (url: string) => unknown>(isolated(), name);
        expect(() => new Type('ws://localhost')).toThrow(noPermission);
      }
    });

    it('http checks the permission with any agent', async () => {
      const http = isolated({ network: ['localhost'] }).builtin('http', '') as typeof nodeHttp;
      const status = (options: nodeHttp.RequestOptions): Promise<unknown> =>
        new Promise((resolve, reject) => {
          http
            .get({ host: 'localhost', port, ...options }, (response) => {
              response.resume();
              resolve(response.statusCode);
            })
            .on('error', reject);
        });
      expect(await status({})).toBe(200);
      expect(await status({ agent: false })).toBe(200);
      expect(await status({ agent: new http.Agent() })).toBe(200);
      for (const agent of [undefined, false, new http.Agent()] as const) {
        await expect(status({ host: '127.0.0.1', agent })).rejects.toThrow(noPermission);
      }
      await expect(status({ socketPath: '/run/x.sock' })).rejects.toThrow('may not connect to /run/x.sock');
      expect(() => new http.ClientRequest({ host: '127.0.0.1', port })).toThrow(noPermission);
      expect(() => http.createServer().listen(0)).toThrow('may not listen on a port');
    });

    it('net, tls and dns check the permission', () => {
      const isolation = isolated({ network: ['*.example.com', '[::1]:80'] });
      const net = isolation.builtin('net', '') as typeof nodeNet;
      const tls = isolation.builtin('tls', '') as typeof nodeTls;
      const dns = isolation.builtin('dns', '') as typeof nodeDns;
      expect(() => net.connect(port, '127.0.0.1')).toThrow(noPermission);
      expect(() => net.connect({ port, host: 'example.com' })).toThrow(noPermission);
      expect(() => net.connect('/run/x.sock')).toThrow(noPermission);
      expect(() => new net.Socket().connect(port)).toThrow('may not reach localhost');
      expect(() => tls.connect(port, '127.0.0.1')).toThrow(noPermission);
      expect(() => dns.lookup('evil.com', () => undefined)).toThrow(noPermission);
      expect(() => dns.promises.resolve4('evil.com')).toThrow(noPermission);
      expect(() => new dns.Resolver().resolve4('evil.com', () => undefined)).toThrow(noPermission);
      expect(() => dns.setServers([])).toThrow(noPermission);
      expect(() => isolation.network.check('api.EXAMPLE.com.', 443)).not.toThrow();
      expect(() => isolation.network.check('::1', 80)).not.toThrow();
    });

    it('open resources are named and closed', async () => {
      const isolation = isolated({ network: true });
      const net = isolation.builtin('net', '') as typeof nodeNet;
      const http = isolation.builtin('http', '') as typeof nodeHttp;
      const own = http.createServer((_request, response) => response.end());
      await new Promise<void>((resolve) => own.listen(0, resolve));
      const socket = net.connect(port, 'localhost');
      const closed = net.connect(port, 'localhost');
      await expect.poll(() => [socket.readyState, closed.readyState]).toEqual(['open', 'open']);
      closed.destroy();
      await expect.poll(() => isolation.open.names).toHaveLength(2);
      const ownPort = (own.address() as AddressInfo).port;
      expect(isolation.close().sort()).toEqual([
        `connection to localhost:${port}`,
        `http server on port ${ownPort}`,
      ]);
      expect(socket.destroyed).toBe(true);
      expect(own.listening).toBe(false);
      expect(net.connect(port, 'localhost').destroyed).toBe(true);
    });
  });

  describe('files', () => {
    const isolation = (): ApplicationIsolation => isolated({ files: true });
    const filesOf = (of = isolation()): typeof nodeFs => of.builtin('node:fs', '') as typeof nodeFs;
    const outside = refused('PLUGIN_FILE_REFUSED');

    it('are in the application’s data folder', async () => {
      const fs = filesOf();
      fs.mkdirSync('a/b', { recursive: true });
      fs.writeFileSync('a/b/c.txt', 'text');
      await fs.promises.appendFile('a/b/c.txt', ' more');
      await new Promise<void>((resolve, reject) =>
        fs.copyFile('a/b/c.txt', 'copy.txt', (error) => (error ? reject(error) : resolve())),
      );
      expect(await readFile(join(folder, 'apps', 'demo', 'copy.txt'), 'utf8')).toBe('text more');
      expect(fs.readdirSync('.').sort()).toEqual(['a', 'copy.txt']);
      fs.rmSync('a', { recursive: true });
      expect(fs.existsSync('a')).toBe(false);
      expect(fs.realpathSync('.')).toBe(join(folder, 'apps', 'demo'));
    });

    it('cannot be reached elsewhere by dots, links or descriptors', async () => {
      const fs = filesOf();
      const secret = join(folder, 'secret.txt');
      await writeFile(secret, 'secret');
      await symlink(folder, join(folder, 'apps', 'demo', 'way-out'));
      for (const path of [secret, '../../secret.txt', 'way-out/secret.txt', new URL(`file://${secret}`)]) {
        expect(() => fs.readFileSync(path)).toThrow(outside);
        await expect(fs.promises.readFile(path)).rejects.toThrow(outside);
        expect(() => fs.createReadStream(path)).toThrow(outside);
      }
      expect(() => fs.writeFileSync('way-out/new.txt', 'x')).toThrow(outside);
      expect(() => fs.renameSync('copy.txt', '../copy.txt')).toThrow(outside);
      expect(() => fs.symlinkSync('../../secret.txt', 'link')).toThrow(outside);
      expect(() => fs.writeSync(1, 'x')).toThrow('has not opened the file descriptor 1');
      expect(() => fs.readFileSync(0)).toThrow(outside);
      expect('glob' in fs).toBe(false);
    });

    it('that are left open are named and closed', async () => {
      const of = isolation();
      const fs = filesOf(of);
      const number = fs.openSync('open.txt', 'w');
      fs.writeSync(number, 'x');
      const handle = await fs.promises.open('handle.txt', 'w');
      await (await fs.promises.open('closed.txt', 'w')).close();
      fs.closeSync(fs.openSync('closed.txt', 'r'));
      expect(of.close()).toEqual(['file open.txt', 'file handle.txt']);
      await expect.poll(() => handle.fd).toBe(-1);
    });

    it('design 10.3: that are not closed end before the descriptors of the process do', async () => {
      const of = isolation();
      const fs = filesOf(of);
      const open = (): number => fs.openSync('open.txt', 'w');
      const first = Array.from({ length: 2_000 }, open)[0]!;
      const exceeded = refused('PLUGIN_HANDLES_EXCEEDED');
      expect(open).toThrow(exceeded);
      expect(open).toThrow(/^Application demo has 2000 files.* another: file open\.txt\. The oldest is file/);
      await expect(fs.promises.open('open.txt')).rejects.toThrow(exceeded);
      const [failure] = await new Promise<unknown[]>((resolve) =>
        fs.open('open.txt', (...answer) => resolve(answer)),
      );
      expect(failure).toEqual(exceeded);
      expect(() => fs.createReadStream('open.txt')).toThrow(exceeded);
      fs.closeSync(first);
      expect(open()).toBeGreaterThan(0);
      expect(of.close()).toHaveLength(2_000);
    });
  });

  it('processes start without the host’s environment and end with the application', async () => {
    const isolation = isolated({ process: true, files: true });
    const child = isolation.builtin('child_process', '') as typeof childProcess;
    process.env['ISOLATION_SECRET'] = 'x';
    expect(String(child.execSync('echo "[$ISOLATION_SECRET]" && pwd'))).toBe(
      `[]\n${join(folder, 'apps', 'demo')}\n`,
    );
    delete process.env['ISOLATION_SECRET'];
    const sleeping = child.spawn('sleep', ['30']);
    const ended = new Promise((resolve) => sleeping.once('exit', (_code, signal) => resolve(signal)));
    expect(isolation.close()).toEqual(['process sleep']);
    expect(await ended).toBe('SIGKILL');
  });

  it('a process that is asked to be detached stays in the group that ends with the host', () => {
    const isolation = isolated({ process: true });
    const child = isolation.builtin('child_process', '') as typeof childProcess;
    const sleeping = child.spawn('sleep', ['30'], { detached: true });
    const { pid = 0 } = sleeping;
    expect(pid).toBeGreaterThan(0);
    expect(() => process.kill(-pid, 0)).toThrow('ESRCH');
    isolation.close();
  });

  it('workers end with the application', async () => {
    const isolation = isolated({ process: true });
    const { Worker } = isolation.builtin('worker_threads', '') as typeof workerThreads;
    const worker = new Worker('setInterval(() => {}, 1000)', { eval: true, name: 'busy' });
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    expect(isolation.close()).toEqual(['worker busy']);
    expect(await ended).toBeTypeOf('number');
  });
});
