import { Type, type Static } from 'typebox';

const port = (value: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 65535, default: value, description });
const text = (value: string, description: string) => Type.String({ default: value, description });
const flag = (value: boolean, description: string) => Type.Boolean({ default: value, description });
const integer = (value: number, minimum: number, description: string) =>
  Type.Integer({ default: value, minimum, description });
const list = (value: readonly string[], description: string) =>
  Type.Array(Type.String(), { default: [...value], description });
const oneOf = <const T extends string>(values: readonly [T, ...T[]], value: T, description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: values, default: value, description });

/**
 * Every key that the host reads, with its default. Keys of the specification keep their names. A key marked
 * `fileOnly` cannot be set by the environment or the command line, one marked `addsUp` is the sum of all that say it; one
 * marked `secret` is masked in output. (design 6.1)
 */
export const configSchema = Type.Object({
  platform: Type.Object({
    name: text('Application Plugin Platform', 'Name shown in the shell.'),
    edition: oneOf(['publisher', 'user'], 'publisher', 'The user edition hides the listing console (R6).'),
    'data-dir': text('data', 'Where everything that must survive a restart lives.'),
    'admin-password': Type.String({
      default: '',
      secret: true,
      description: 'Password of the first user on the first start; empty generates one and prints it once.',
    }),
    'admin-password-generated': flag(
      false,
      'That password was generated: the shell asks its owner for one of their own.',
    ),
    development: flag(false, 'Development aids; never in production.'),
  }),
  server: Type.Object({
    port: port(8080, 'Port of the API; 0 takes a free one.'),
    host: text('127.0.0.1', 'Address that the API port listens on.'),
    'trust-proxy': Type.Unsafe<boolean | number | readonly string[]>({
      type: 'proxies',
      default: false,
      description:
        'Whose X-Forwarded-For, -Proto and -Host count: true for the one proxy in front, how many stand in a row, or a list of their addresses and networks (10.0.0.0/8, loopback, uniquelocal).',
    }),
    'shutdown-timeout-ms': integer(30_000, 0, 'Time for requests in flight when the host stops.'),
    'body-limit-bytes': integer(1_048_576, 1024, 'Largest JSON body.'),
  }),
  frontend: Type.Object({
    port: port(8000, 'Port of the shell; 0 takes a free one.'),
    host: text('127.0.0.1', 'Address that the frontend port listens on.'),
    dir: text('dist/shell', 'The built shell.'),
    'image-origins': list(
      [],
      'Origins of other hosts that pages may show pictures from, such as https://cdn.example.com or https://*.example.com.',
    ),
    'minio-url': text('', 'Object storage behind /minio/; empty answers 404 there.'),
  }),
  database: Type.Object({
    type: oneOf(['sqlite', 'mysql', 'postgres'], 'sqlite', 'Which database; mysql covers MariaDB.'),
    file: text('platform.db', 'SQLite file, relative to the data directory.'),
    host: text('127.0.0.1', 'Database address.'),
    port: integer(0, 0, 'Database port; 0 is the usual one of the type.'),
    name: text('platform', 'Database name.'),
    user: text('platform', 'Database user.'),
    password: Type.String({ default: '', secret: true, description: 'Database password.' }),
    'pool-size': integer(10, 2, 'Connections kept.'),
    'start-wait-ms': integer(60_000, 0, 'Time to wait at the start for a server that does not answer yet.'),
  }),
  cache: Type.Object({
    type: oneOf(['memory', 'redis'], 'memory', 'Where cached values and locks live.'),
    url: Type.String({ default: 'redis://127.0.0.1:6379/0', secret: true, description: 'Redis address.' }),
    'key-prefix': text('platform:', 'Put before every key.'),
  }),
  rabbitmq: Type.Object({
    address: Type.String({
      default: '',
      secret: true,
      description: 'amqp://user:password@host:5672; empty: the message broker is the host itself.',
    }),
    'confirm-timeout-ms': integer(10_000, 1, 'Time for RabbitMQ to confirm a message.'),
    'reconnect-delay-ms': integer(10_000, 200, 'Longest pause between two attempts to reach RabbitMQ.'),
  }),
  messaging: Type.Object({
    embedded: flag(
      true,
      'Without rabbitmq.address, keep messages in the database; false: no broker, no message center.',
    ),
    exchanges: list([], 'Further exchanges: name, or name:topic, name:direct, name:fanout.'),
    queues: list([], "Queues besides the applications' own."),
    bindings: list([], 'queue <- exchange/routing key'),
    'max-attempts': integer(5, 1, 'Attempts of a message before it is a dead letter.'),
    'retry-delay-ms': integer(
      1_000,
      1,
      'Before the second attempt of a message; doubles with each further one.',
    ),
    'handler-timeout-ms': integer(600_000, 1, 'Time that a listener may take for a message.'),
    'poll-interval-ms': integer(1_000, 10, 'How often the embedded broker looks for delayed messages.'),
  }),
  session: Type.Object({
    'idle-timeout-minutes': integer(120, 1, 'A session unused for so long ends.'),
    'absolute-timeout-hours': integer(72, 1, 'A session ends after this at the latest.'),
    'lock-after-failures': integer(
      5,
      1,
      'Failed logins of a name from one network before it has to wait there.',
    ),
    'lock-seconds': integer(1, 1, 'First wait; doubles with each further failure.'),
    'lock-max-seconds': integer(900, 1, 'Longest wait.'),
    'cookie-name': Type.String({
      default: '',
      pattern: '^[A-Za-z0-9_-]{0,64}$',
      description: "Cookie of browser sessions; empty is platform_session_ with the platform's id.",
    }),
    'login-rate-max': integer(30, 1, 'Login attempts a minute from one address.'),
  }),
  'open-api': Type.Object({
    tenant: Type.Object({
      'path-patterns': list(['/open/**'], 'Paths whose tenant comes from the X-Tenant-Id header.'),
    }),
    'rate-limit': Type.Object({ max: integer(600, 1, 'Requests a minute from one address on open paths.') }),
  }),
  'app-market': Type.Object({
    security: Type.Object({
      mode: oneOf(['enforce', 'warn', 'off'], 'enforce', 'What happens to unsigned and invalid packages.'),
      'public-key': Type.Array(Type.String(), {
        default: [],
        fileOnly: true,
        addsUp: true,
        description: 'Trusted public keys in PEM, of all files together; one may be given as text.',
      }),
      'revoked-keys': Type.Array(Type.String(), {
        default: [],
        fileOnly: true,
        addsUp: true,
        description: 'Key ids that are trusted no more, of all files together.',
      }),
    }),
    deploy: Type.Object({
      'plugin-dir': text(
        '',
        'Backend jars and active-plugins.txt; empty is plugins-dist in the data directory.',
      ),
      'frontend-dir': text('', 'Frontend artifacts; empty is remote-apps in the data directory.'),
      'temp-dir': text('', 'Uploads in progress; empty is temp in the data directory.'),
    }),
    'plugin-runtime': Type.Object({
      enabled: flag(true, 'Load backend plugins into this process.'),
      'drain-timeout-ms': integer(
        30_000,
        0,
        'Time that requests in flight get on the old code after a swap.',
      ),
      'load-timeout-ms': integer(30_000, 1, 'Time that one load may take.'),
      'request-timeout-ms': integer(30_000, 1, 'Time that a handler of an application may take.'),
      'hold-threshold-ms': integer(
        500,
        10,
        'An application that keeps the event loop to itself for so long is named.',
      ),
      'watch-interval-ms': integer(
        30_000,
        100,
        'How often it is looked whether an application has changed what all share.',
      ),
    }),
    uploads: Type.Object({
      'keep-hours': integer(
        24,
        1,
        'An uploaded package that no version is saved from is removed after so long.',
      ),
    }),
    task: Type.Object({
      'timeout-minutes': integer(10, 1, 'A task that has not moved for so long has failed.'),
      'sweep-interval-ms': integer(
        60_000,
        10,
        'How often overdue tasks and uploads nobody needs are looked for.',
      ),
    }),
    catalog: Type.Object({
      'base-url': text('', 'User edition: the publisher whose market is read.'),
      token: Type.String({ default: '', secret: true, description: 'User edition: interface token.' }),
      'connect-timeout-ms': integer(3_000, 1, 'Time to connect to the publisher.'),
      'read-timeout-ms': integer(15_000, 1, 'Time to wait for its answer.'),
    }),
    'tenant-upgrade': oneOf(['platform', 'any'], 'platform', 'Who may upgrade code that other tenants use.'),
  }),
  scheduler: Type.Object({
    enabled: flag(true, 'Run the tasks of the scheduler center on this node.'),
    center: Type.Object({
      address: Type.String({
        default: 'embedded',
        pattern: '^$|^embedded$|^rediss?://.+',
        secret: true,
        description:
          'Where due tasks wait: embedded is the database, redis://… a Redis that all nodes share; empty disables the center, and no task runs.',
      }),
    }),
    'tick-ms': integer(1_000, 10, 'How often due tasks, or those that wait, are looked for.'),
    'retry-delay-ms': integer(
      10_000,
      1,
      'Before the second attempt of a task; doubles with each further one.',
    ),
    'log-keep-days': integer(30, 1, 'How long the history of tasks is kept.'),
  }),
  logging: Type.Object({
    level: oneOf(['trace', 'debug', 'info', 'warn', 'error'], 'info', 'Lowest level written.'),
    access: oneOf(['all', 'errors', 'off'], 'errors', 'Which requests are logged.'),
    dir: text('', 'Log files; empty is logs in the data directory.'),
    console: oneOf(['pretty', 'json', 'off'], 'pretty', 'What standard output shows.'),
  }),
});

type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** The effective configuration, validated and frozen. */
export type PlatformConfig = DeepReadonly<Static<typeof configSchema>>;
