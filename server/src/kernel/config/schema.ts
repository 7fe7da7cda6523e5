import { Type, type Static } from 'typebox';

const port = (value: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 65535, default: value, description });
const text = (value: string, description: string) => Type.String({ default: value, description });
const flag = (value: boolean, description: string) => Type.Boolean({ default: value, description });
const integer = (value: number, minimum: number, description: string) =>
  Type.Integer({ default: value, minimum, description });
const list = (value: readonly string[], description: string) =>
  Type.Array(Type.String(), { default: [...value], description });
/** Default of a key in the profile `production`, where it is another one. */
const inProduction = <T>(schema: T, production: unknown): T =>
  Object.assign(schema as object, { production }) as T;
/** An address of a server with one of these schemes, or empty; output never shows its login. */
const address = (
  schemes: readonly string[],
  example: string,
  options: { readonly default?: string; readonly secret?: true; readonly description: string },
) => Type.String({ default: '', form: `be an address such as ${example}, or empty`, schemes, ...options });
const oneOf = <const T extends string>(values: readonly [T, ...T[]], value: T, description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: values, default: value, description });

/**
 * Every key that the host reads, with its default. Keys of the specification keep their names. Only
 * a file can set a key marked `fileOnly`; lists marked `addsUp` are joined; output masks values
 * marked `secret`; `production` is the default in the profile of that name. (design 6.1)
 */
export const configSchema = Type.Object({
  platform: Type.Object({
    name: text('Application Plugin Platform', 'Name shown in the shell.'),
    edition: oneOf(['publisher', 'user'], 'publisher', 'The user edition hides the listing console (R6).'),
    'data-dir': text('data', 'Directory of all data that must survive a restart.'),
    'sql-dir': text(
      'sql',
      "The operator's SQL: files/*.sql run with the first import, update/*.sql once each at a start.",
    ),
    'admin-password': Type.String({
      default: '',
      secret: true,
      description: 'Password of the first user on the first start; empty generates one and prints it once.',
    }),
    'admin-password-generated': flag(
      false,
      'Whether that password was generated. The shell then asks for a new one.',
    ),
    development: flag(false, 'Enables development aids; never in production.'),
  }),
  server: Type.Object({
    port: port(8080, 'Port of the API; 0 takes a free one.'),
    host: text('127.0.0.1', 'Address that the API port listens on.'),
    'trust-proxy': Type.Unsafe<boolean | number | readonly string[]>({
      type: 'proxies',
      default: false,
      description:
        'Proxies whose X-Forwarded-For, -Proto and -Host are trusted: true for one proxy, a number of hops, or a list of addresses and networks (10.0.0.0/8, loopback, uniquelocal).',
    }),
    workers: inProduction(
      Type.String({
        default: '1',
        pattern: '^(?:auto|[1-9][0-9]{0,2})$',
        form: 'be auto, or a number from 1 to 999',
        description:
          'Processes that serve. More than one needs a database server and Redis; auto starts one for each core, and a single one without them.',
      }),
      'auto',
    ),
    drain: Type.Object({
      'delay-ms': inProduction(
        integer(
          0,
          0,
          'Delay between the answer "not ready" and the end of new connections, so that load balancers can react.',
        ),
        5_000,
      ),
    }),
    'shutdown-timeout-ms': integer(30_000, 0, 'Time limit for in-flight requests when the host stops.'),
    'body-limit-bytes': integer(1_048_576, 1024, 'Largest JSON body.'),
    tls: Type.Object({
      cert: text(
        '',
        'Certificate in PEM with its chain, relative to the data directory; with it, both ports speak HTTPS only.',
      ),
      key: text('', 'Private key of the certificate, in PEM.'),
      ca: text('', 'Further certificates of the chain, in PEM, where they are in a file of their own.'),
      passphrase: Type.String({ default: '', secret: true, description: 'Passphrase of the key.' }),
      'min-version': oneOf(['TLSv1.2', 'TLSv1.3'], 'TLSv1.2', 'Oldest version of TLS.'),
      'watched-cert': text(
        '',
        'Certificate in PEM with which a web server before the host ends HTTPS; the host warns of its end, and does not use it.',
      ),
      'check-interval-ms': integer(10_000, 10, 'Interval of the check for renewed files.'),
      'redirect-port': port(0, 'Port that answers plain HTTP with 308 to the frontend port; 0 is none.'),
      'public-port': port(0, 'Port of HTTPS that clients are sent to; 0 is the frontend port.'),
    }),
    watchdog: Type.Object({
      'limit-ms': integer(
        10_000,
        0,
        'Time for which the event loop may be blocked before the supervisor replaces the worker; 0 is off.',
      ),
      'memory-percent': Type.Integer({
        default: 85,
        minimum: 10,
        maximum: 100,
        description:
          "Share of V8's heap limit that a blocked worker's memory may grow to, and what any worker keeps outside of the heap.",
      }),
    }),
  }),
  frontend: Type.Object({
    enabled: flag(true, 'Listen on the frontend port; false where a web server of its own serves it.'),
    port: port(8000, 'Port of the shell; 0 takes a free one.'),
    host: text('127.0.0.1', 'Address that the frontend port listens on.'),
    dir: text('dist/shell', 'Directory of the built shell.'),
    'image-origins': list(
      [],
      'Origins of other hosts that pages may show pictures from, such as https://cdn.example.com or https://*.example.com.',
    ),
    'minio-url': text('', 'Object storage behind /minio/; empty returns 404 there.'),
  }),
  database: Type.Object({
    type: oneOf(['sqlite', 'mysql', 'postgres'], 'sqlite', 'Type of the database; mysql includes MariaDB.'),
    file: text('platform.db', 'SQLite file, relative to the data directory.'),
    host: text('127.0.0.1', 'Database address.'),
    port: integer(0, 0, 'Database port; 0 is the default of the type.'),
    name: text('platform', 'Database name.'),
    user: text('platform', 'Database user.'),
    password: Type.String({ default: '', secret: true, description: 'Database password.' }),
    'pool-size': integer(10, 2, 'Size of the connection pool.'),
    'start-wait-ms': integer(60_000, 0, 'Time limit for the database server to respond at start.'),
  }),
  cache: Type.Object({
    type: oneOf(['memory', 'redis'], 'memory', 'Storage of cached values and locks.'),
    url: address(
      ['redis', 'rediss'],
      'redis://user:password@host:6379/0 (user and password percent-encoded)',
      {
        default: 'redis://127.0.0.1:6379/0',
        secret: true,
        description: 'Redis address.',
      },
    ),
    'key-prefix': text('platform:', 'Prefix of every key.'),
  }),
  rabbitmq: Type.Object({
    address: address(['amqp', 'amqps'], 'amqp://user:password@host:5672', {
      secret: true,
      description: 'amqp://user:password@host:5672; empty uses the embedded broker.',
    }),
    'confirm-timeout-ms': integer(10_000, 1, 'Time limit for RabbitMQ to confirm a message.'),
    'reconnect-delay-ms': integer(10_000, 200, 'Longest delay between two attempts to connect to RabbitMQ.'),
  }),
  messaging: Type.Object({
    embedded: flag(
      true,
      'Without rabbitmq.address, keeps messages in the database; false disables broker and message center.',
    ),
    exchanges: list([], 'Additional exchanges: name, or name:topic, name:direct, name:fanout.'),
    queues: list([], "Queues in addition to the applications' own."),
    bindings: list([], 'queue <- exchange/routing key'),
    'max-attempts': integer(5, 1, 'Attempts of a message before it is a dead letter.'),
    'retry-delay-ms': integer(
      1_000,
      1,
      'Delay before the second attempt of a message; doubles with each further one.',
    ),
    'handler-timeout-ms': integer(600_000, 1, 'Time limit of a listener for one message.'),
    'poll-interval-ms': integer(
      1_000,
      10,
      'Interval at which the embedded broker delivers delayed messages.',
    ),
  }),
  session: Type.Object({
    'idle-timeout-minutes': integer(120, 1, 'Idle time after which a session ends.'),
    'absolute-timeout-hours': integer(72, 1, 'Time after which a session ends even if it is used.'),
    'lock-after-failures': integer(
      5,
      1,
      'Failed logins of a user name from one network before that network must wait.',
    ),
    'lock-seconds': integer(1, 1, 'First delay; doubles with each further failure.'),
    'lock-max-seconds': integer(900, 1, 'Longest wait.'),
    'cookie-name': Type.String({
      default: '',
      pattern: '^[A-Za-z0-9_-]{0,64}$',
      form: 'consist of up to 64 letters, digits, _ and -',
      description: "Cookie of browser sessions; empty uses platform_session_ with the platform's id.",
    }),
    'login-rate-max': integer(30, 1, 'Login attempts per minute from one address.'),
  }),
  password: Type.Object({
    'min-length': Type.Integer({
      default: 8,
      minimum: 8,
      maximum: 64,
      description: 'Fewest characters of a password.',
    }),
    classes: Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 4,
      description: 'Number of kinds that a password must have: lower case, upper case, digits, others.',
    }),
    history: Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 24,
      description: 'Last passwords, with the current one, that users may not choose again.',
    }),
    'max-age-days': integer(0, 0, 'Days after which a login asks for a new password; 0 never does.'),
  }),
  oidc: Type.Object({
    providers: text(
      '',
      'YAML file with the OpenID providers that people may log in with, relative to the data directory.',
    ),
    'api-url': text(
      '',
      'Address of the API in browsers, such as https://apps.example.com/prod-api; empty is /prod-api of the addressed host.',
    ),
    'timeout-ms': integer(10_000, 1000, 'Time limit for an answer of an OpenID provider.'),
  }),
  'open-api': Type.Object({
    tenant: Type.Object({
      'path-patterns': list(['/open/**'], 'Paths whose tenant comes from the X-Tenant-Id header.'),
    }),
    'rate-limit': Type.Object({
      max: integer(600, 1, 'Requests per minute from one address on open paths.'),
    }),
  }),
  'app-market': Type.Object({
    security: Type.Object({
      mode: oneOf(['enforce', 'warn', 'off'], 'enforce', 'Treatment of unsigned and invalid packages.'),
      'public-key': Type.Array(Type.String(), {
        default: [],
        fileOnly: true,
        addsUp: true,
        description: 'Trusted public keys in PEM, combined from all files; a single key may be a string.',
      }),
      'revoked-keys': Type.Array(Type.String(), {
        default: [],
        fileOnly: true,
        addsUp: true,
        description: 'Ids of revoked keys, combined from all files.',
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
        'Time limit for in-flight requests of the former version after a swap.',
      ),
      'load-timeout-ms': integer(30_000, 1, 'Time limit of one load.'),
      'request-timeout-ms': integer(30_000, 1, 'Time limit of a handler of an application.'),
      'hold-threshold-ms': integer(
        500,
        10,
        'Time after which an application that blocks the event loop is reported.',
      ),
      'watch-interval-ms': integer(
        30_000,
        100,
        'Interval of the check for changes of shared objects by applications.',
      ),
    }),
    uploads: Type.Object({
      'keep-hours': integer(
        24,
        1,
        'Time after which an uploaded package without a saved version is removed.',
      ),
    }),
    task: Type.Object({
      'timeout-minutes': integer(10, 1, 'Time without progress after which a task fails.'),
      'sweep-interval-ms': integer(
        60_000,
        10,
        'Interval of the search for overdue tasks and unused uploads.',
      ),
    }),
    cluster: Type.Object({
      'prepare-timeout-ms': integer(
        60_000,
        0,
        'Time limit of a start for placing what is missing, and of an operation for the other hosts.',
      ),
      'sweep-interval-ms': integer(2_000, 10, 'Interval at which a host looks what it should run.'),
    }),
    catalog: Type.Object({
      'base-url': text('', 'User edition: the publisher whose catalog is read.'),
      token: Type.String({ default: '', secret: true, description: 'User edition: interface token.' }),
      'connect-timeout-ms': integer(3_000, 1, 'Time limit for the connection to the publisher.'),
      'read-timeout-ms': integer(15_000, 1, 'Time limit for the response of the publisher.'),
    }),
    'tenant-upgrade': oneOf(
      ['platform', 'any'],
      'platform',
      'Tenants that may upgrade code which others use.',
    ),
  }),
  scheduler: Type.Object({
    enabled: flag(true, 'Run scheduled tasks on this node.'),
    center: Type.Object({
      address: Type.String({
        default: 'embedded',
        schemes: ['redis', 'rediss'],
        form: 'be embedded, the address of a Redis (redis://…), or empty',
        secret: true,
        description:
          'Queue of due tasks: embedded uses the database, redis://… a Redis shared by all nodes; empty disables the scheduler center.',
      }),
    }),
    'tick-ms': integer(1_000, 10, 'Interval of the search for due tasks.'),
    'retry-delay-ms': integer(
      10_000,
      1,
      'Delay before the second attempt of a task; doubles with each further one.',
    ),
    'log-keep-days': integer(30, 1, 'Retention of the history of tasks.'),
  }),
  management: Type.Object({
    username: text('', 'User name of the monitoring endpoints; empty is the well-known default, monitor.'),
    password: Type.String({
      default: '',
      secret: true,
      description: 'Password of the monitoring endpoints; empty is the well-known default, monitor.',
    }),
    'allow-default-credentials': flag(true, 'false refuses to start with the well-known default.'),
    metrics: flag(true, 'Measure the duration of requests for /actuator/prometheus.'),
    'disk-threshold-bytes': integer(104_857_600, 0, 'Free space below which the disk is reported as down.'),
  }),
  monitor: Type.Object({
    address: address(['http', 'https'], 'http://monitor-admin:9090/admin', {
      secret: true,
      description: 'Monitoring center, such as http://monitor-admin:9090/admin; empty registers nowhere.',
    }),
    'service-url': text('', 'Address at which the center reaches the API port; empty uses the host name.'),
    'interval-ms': integer(10_000, 100, 'Interval of the registration.'),
  }),
  telemetry: Type.Object({
    'service-name': text('platform', 'Name of this platform in traces.'),
    'sample-percent': integer(100, 0, 'Share of the traces that begin here and are sent.'),
    otlp: Type.Object({
      endpoint: address(['http', 'https'], 'http://collector:4318', {
        description:
          'OpenTelemetry collector (OTLP over HTTP), such as http://collector:4318; empty traces nothing.',
      }),
      headers: Type.String({
        default: '',
        secret: true,
        description: 'Headers for the collector: name=value, separated by commas.',
      }),
    }),
  }),
  logging: Type.Object({
    level: oneOf(['trace', 'debug', 'info', 'warn', 'error'], 'info', 'Lowest level written.'),
    access: oneOf(['all', 'errors', 'off'], 'errors', 'Which requests are logged.'),
    dir: text('', 'Log files; empty is logs in the data directory.'),
    console: oneOf(['pretty', 'json', 'off'], 'pretty', 'Format of standard output.'),
    'min-free-bytes': integer(
      52_428_800,
      0,
      'Free space below which the log files leave INFO out; 0 never does.',
    ),
    'rate-limit': integer(
      200,
      1,
      'Lines that an application may log per second; a burst may be ten times as many.',
    ),
    'rate-limits': list([], 'Other limits by application: code=lines, such as hello=1000.'),
    'audit-keep-days': integer(
      180,
      0,
      'Retention of the operation log and the login log; 0 keeps them. Changes of rights stay.',
    ),
  }),
});

type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** The effective configuration, validated and frozen. */
export type PlatformConfig = DeepReadonly<Static<typeof configSchema>>;
