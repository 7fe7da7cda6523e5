import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inRoot } from '../scripts/lib/paths.ts';
import { configLeaves } from '../server/src/kernel/index.ts';
import { environmentNames } from '../server/src/kernel/config/sources.ts';
import { interpolate } from './check/interpolate.ts';
import { resolveSettings } from './entry/settings.ts';

// The root has an older one, of a linter.
const { Ajv } = createRequire(inRoot('server/package.json'))('ajv') as {
  Ajv: new (options: object) => {
    compile(schema: object): ((data: unknown) => boolean) & { errors?: unknown[] | null };
  };
};
const text = (path: string): string => readFileSync(inRoot('deploy', path), 'utf8');
const keys = new Set([...configLeaves.values()].flatMap((leaf) => environmentNames(leaf)));
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

const composeFiles = readdirSync(inRoot('deploy')).filter((name) => /^compose.*\.yml$/.test(name));

interface Service {
  readonly restart: string;
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly read_only: boolean;
}

const servicesOf = (file: string): Record<string, Service> =>
  // `!reset` is a tag of compose.
  (parse(text(file), { logLevel: 'silent' }) as { services: Record<string, Service> }).services;

const fieldsOf = (file: string): Record<string, string> =>
  Object.fromEntries(
    text(file)
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

describe('what an installation holds in the folder deploy', () => {
  const held = [
    ...['.env', 'install.env', 'data/config/platform.secret-key', 'data/files/a', 'tls/tls.key'],
    'sql/update/own.sql',
  ].map((path) => `deploy/${path}`);

  it('is not added to the repository', () => {
    const ignored = execFileSync('git', ['check-ignore', '--no-index', ...held], { cwd: inRoot('.') });
    expect(ignored.toString().trim().split('\n')).toEqual(held);
  });

  it('is not sent to the build of an image', () => {
    const patterns = readFileSync(inRoot('.dockerignore'), 'utf8').split('\n').filter(Boolean);
    // Patterns are of the whole path, from the root. (Docker: .dockerignore)
    const matches = (path: string, pattern: string): boolean =>
      matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`);
    const sent = held.filter((path) => !patterns.some((pattern) => matches(path, pattern)));
    expect(sent).toEqual([]);
    expect(patterns.some((pattern) => matches('deploy/entry/entry.ts', pattern))).toBe(false);
  });
});

describe('spec: Deployment layout: compose', () => {
  const { frontend, backend } = servicesOf('compose.yml');

  it('has two containers that always restart, with the volumes and ports of the specification', () => {
    expect(backend).toMatchObject({ restart: 'always', read_only: true });
    expect(frontend).toMatchObject({ restart: 'always', read_only: true });
    expect(backend?.volumes).toEqual(['./data:/app', './sql:/app/sql:ro']);
    expect(frontend?.volumes).toContain('./data/remote-apps:/var/www/remote-apps:ro');
    expect(frontend?.volumes).toContain('./data/upload:/var/www/upload:ro');
    expect(frontend?.ports).toEqual(['${PANEL_APP_PORT_HTTP:-80}:80']);
    expect(backend?.ports).toEqual(['${PANEL_APP_PORT_API:-18080}:8080']);
  });

  it('publishes no port of the backend in the user edition', () => {
    const { backend: user } = servicesOf('compose.user.yml');
    expect(user?.ports).toEqual([]);
    expect(text('compose.user.yml')).toContain('ports: !reset []');
    expect(user?.environment).toEqual({ PLATFORM_EDITION: 'user' });
  });

  it('audit: has HTTPS by an overlay, which publishes the port that browsers are sent to', () => {
    const overlay = servicesOf('compose.tls.yml')['frontend'];
    const read = (value = '', variables = {}): string => interpolate(value, variables);
    expect(frontend?.environment).not.toHaveProperty('WEB_TLS');
    expect(overlay?.environment?.['WEB_TLS']).toBe('on');
    const moved = { PANEL_APP_PORT_HTTPS: '8443' };
    const publicPort = overlay?.environment?.['WEB_TLS_PUBLIC_PORT'];
    expect([read(overlay?.ports?.[0]), read(publicPort)]).toEqual(['443:443', '']);
    expect([read(overlay?.ports?.[0], moved), read(publicPort, moved)]).toEqual(['8443:443', ':8443']);
    expect(overlay?.volumes).toContain('./tls:/etc/platform/tls:ro');
  });

  it('sets keys that the host knows', () => {
    expect(Object.keys(backend?.environment ?? {}).filter((name) => !keys.has(name))).toEqual([]);
  });
});

describe('the files for compose', () => {
  const { $schema: _draft, ...schema } = JSON.parse(text('check/compose-spec.schema.json')) as {
    $schema: string;
  };
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  const read = (file: string): Record<string, object> =>
    parse(text(file), { logLevel: 'silent' }) as Record<string, object>;

  it.each(composeFiles)('%s has their schema', (file) => {
    const valid = validate(read(file));
    expect(validate.errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    // The schema does notice what is wrong.
    expect(validate({ ...read(file), servces: {} })).toBe(false);
  });

  it('name networks and services that they have', () => {
    const { services, networks } = read('compose.yml') as {
      services: Record<string, { networks: string[] | Record<string, unknown>; depends_on?: string[] }>;
      networks: object;
    };
    for (const service of Object.values(services)) {
      const used = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks);
      expect(used.filter((name) => !(name in networks))).toEqual([]);
      expect((service.depends_on ?? []).filter((name) => !(name in services))).toEqual([]);
    }
  });
});

describe('the example of the fields', () => {
  const form = [
    ...['EXTERNAL_DB_ADDRESS', 'PANEL_DB_HOST', 'PANEL_DB_PORT'],
    ...['EXTERNAL_REDIS_ADDRESS', 'PANEL_REDIS_HOST', 'PANEL_REDIS_PORT', 'REDIS_PASSWORD'],
    ...['SCHEDULER_ADDRESS', 'MONITOR_ADDRESS', 'MONITOR_USERNAME', 'MONITOR_PASSWORD'],
  ];
  const fields = fieldsOf('install.env.example');

  it('has every field of the form, and otherwise keys of the host', () => {
    expect(form.filter((name) => !(name in fields))).toEqual([]);
    expect(Object.keys(fields).filter((name) => !form.includes(name) && !keys.has(name))).toEqual([]);
  });

  it('lacks nothing but the two addresses', () => {
    expect(() => resolveSettings(fields)).toThrow(/database has no address.*\n.*cache has no address/);
    const filled = { ...fields, EXTERNAL_DB_ADDRESS: 'db', EXTERNAL_REDIS_ADDRESS: 'cache' };
    expect(resolveSettings(filled).environment).toMatchObject({ APP_MARKET_SECURITY_MODE: 'warn' });
  });
});

describe.each(['backend.Containerfile', 'frontend.Containerfile'])('%s', (file) => {
  const lines = text(file).replaceAll('\\\n', '').split('\n');

  it('copies what the repository has', () => {
    const copied = lines.flatMap((line) => {
      const [, rest] = /^COPY (?!--from)(?:--\S+ )*(.*)$/.exec(line) ?? [];
      return rest ? rest.split(' ').slice(0, -1) : [];
    });
    expect(copied.length).toBeGreaterThan(3);
    expect(copied.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
  });

  it('ends as a numeric user who is not root, with a health check', () => {
    expect(lines.findLast((line) => line.startsWith('USER '))).toMatch(/^USER [1-9]\d*:[1-9]\d*$/);
    expect(lines.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
  });

  it('sets variables that are read', () => {
    const environment = lines.find((line) => line.startsWith('ENV ')) ?? '';
    const names = [...environment.matchAll(/ ([A-Z_]+)=/g)].map(([, name = '']) => name);
    const templates = readdirSync(inRoot('deploy/nginx'))
      .map((name) => text(`nginx/${name}`))
      .join('\n');
    const others = ['NODE_ENV', 'PLATFORM_PROFILE', 'PLATFORM_CONFIG_DIR', 'PLATFORM_HOME'];
    const unread = names.filter(
      (name) =>
        !keys.has(name) &&
        !others.includes(name) &&
        !name.startsWith('NGINX_') &&
        !templates.includes(`\${${name}}`),
    );
    expect(unread).toEqual([]);
  });
});

it('the image of the web server sets every variable of the templates', () => {
  const image = text('frontend.Containerfile') + text('nginx/10-platform.envsh');
  const templates = readdirSync(inRoot('deploy/nginx')).filter((name) => name.endsWith('.template'));
  const used = templates.flatMap((name) =>
    [...text(`nginx/${name}`).matchAll(/\$\{(WEB_\w+)\}/g)].map(([, variable = '']) => variable),
  );
  expect(used.length).toBeGreaterThan(10);
  expect([...new Set(used)].filter((name) => !image.includes(`${name}=`))).toEqual([]);
});

describe('the environment of the web server', () => {
  const source = (environment: Record<string, string>): string => {
    const folder = mkdtempSync(join(tmpdir(), 'platform-envsh-'));
    try {
      const WEB_RESOLV_CONF = join(folder, 'resolv.conf');
      writeFileSync(WEB_RESOLV_CONF, 'search x\nnameserver 127.0.0.11\nnameserver fd00::1\n');
      const script = `. ${inRoot('deploy/nginx/10-platform.envsh')}; printf '%s|%s' "$WEB_IMAGE_ORIGINS" "$WEB_RESOLVER"`;
      const env = { PATH: process.env['PATH'], WEB_RESOLV_CONF, ...environment };
      return execFileSync('/bin/sh', ['-eu', '-c', script], { env, encoding: 'utf8' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('has the origins of pictures as they stand in a header, and the resolvers of the network', () => {
    expect(source({})).toBe('|127.0.0.11 [fd00::1] ');
    expect(source({ FRONTEND_IMAGE_ORIGINS: 'https://a.example,https://*.b.example' })).toBe(
      ' https://a.example https://*.b.example|127.0.0.11 [fd00::1] ',
    );
  });

  it('cannot be left by an origin', () => {
    expect(source({ FRONTEND_IMAGE_ORIGINS: 'https://a.example";return 200;', WEB_RESOLVER: 'x' })).toBe(
      ' https://a.examplereturn 200|x',
    );
  });
});

describe('the unit for systemd', () => {
  it('signals the supervisor alone: workers that are signalled too end in the middle of requests', () => {
    expect(text('systemd/platform.service')).toMatch(/^KillMode=mixed$/m);
  });

  it.runIf(has('systemd-analyze'))('is one', () => {
    const { stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', inRoot('deploy/systemd/platform.service')],
      {
        encoding: 'utf8',
      },
    );
    // Programs and users are of the machine that it is meant for.
    const problems = (stdout + stderr).split('\n').filter((line) => line.includes('platform.service:'));
    expect(problems.filter((line) => !/is not executable|not found/.test(line))).toEqual([]);
  });

  it('restarts the host unless a restart mends nothing', () => {
    expect(text('systemd/platform.service')).toMatch(
      /^Restart=always$[\s\S]*^RestartPreventExitStatus=77 78$/m,
    );
  });
});
