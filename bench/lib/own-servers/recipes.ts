import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'amqplib';
import { Redis } from 'ioredis';
import mysql from 'mysql2/promise';
import pg from 'pg';
import type { ServerRecipe } from './own-server.ts';

const HOST = '127.0.0.1';

export const postgresRecipe: ServerRecipe = {
  name: 'PostgreSQL',
  user: 'postgres',
  needs: 'initdb',
  stopSignal: 'SIGINT',
  prepare: ({ directory }, run) =>
    run(
      'initdb',
      '-D',
      join(directory, 'data'),
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-locale',
    ),
  command: ({ directory, port }) => ({
    command: 'postgres',
    args: ['-D', join(directory, 'data'), '-p', `${port}`, '-c', `unix_socket_directories=${directory}`],
  }),
  answers: async (port) => {
    const client = new pg.Client({ host: HOST, port, user: 'postgres', database: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    await client.end();
  },
};

export const mariadbRecipe: ServerRecipe = {
  name: 'MariaDB',
  user: 'mysql',
  needs: 'mariadb-install-db',
  stopSignal: 'SIGTERM',
  prepare: ({ directory }, run) =>
    run(
      'mariadb-install-db',
      '--no-defaults',
      `--datadir=${join(directory, 'data')}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ),
  command: ({ directory, port }) => ({
    command: '/usr/sbin/mariadbd',
    args: [
      '--no-defaults',
      `--datadir=${join(directory, 'data')}`,
      `--socket=${join(directory, 'socket')}`,
      `--pid-file=${join(directory, 'pid')}`,
      `--port=${port}`,
      `--bind-address=${HOST}`,
    ],
  }),
  answers: async (port) => {
    const connection = await mysql.createConnection({ host: HOST, port, user: 'root' });
    await connection.end();
  },
};

export const redisRecipe: ServerRecipe = {
  name: 'Redis',
  user: 'redis',
  needs: 'redis-server',
  stopSignal: 'SIGTERM',
  command: ({ directory, port }) => ({
    command: 'redis-server',
    args: ['--port', `${port}`, '--bind', HOST, '--dir', directory, '--appendonly', 'yes', '--save', ''],
  }),
  answers: async (port) => {
    const redis = new Redis({ port, host: HOST, lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    await redis.connect();
    await redis.ping().finally(() => redis.disconnect());
  },
};

export const rabbitmqRecipe: ServerRecipe = {
  name: 'RabbitMQ',
  user: 'rabbitmq',
  needs: 'rabbitmq-server',
  stopSignal: 'SIGTERM',
  prepare: ({ directory }) => writeFileSync(join(directory, 'plugins'), '[].'),
  command: ({ directory, port }) => ({
    // The command on the path is a wrapper that changes the user.
    command: '/usr/lib/rabbitmq/bin/rabbitmq-server',
    args: [],
    env: {
      RABBITMQ_NODENAME: `own${port}@localhost`,
      RABBITMQ_NODE_IP_ADDRESS: HOST,
      RABBITMQ_NODE_PORT: `${port}`,
      RABBITMQ_DIST_PORT: `${port + 1 > 65_535 ? port - 1 : port + 1}`,
      RABBITMQ_BASE: directory,
      RABBITMQ_MNESIA_BASE: join(directory, 'mnesia'),
      RABBITMQ_LOG_BASE: join(directory, 'logs'),
      RABBITMQ_PID_FILE: join(directory, 'pid'),
      RABBITMQ_CONFIG_FILE: join(directory, 'none'),
      RABBITMQ_CONF_ENV_FILE: join(directory, 'none.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(directory, 'plugins'),
      ERL_EPMD_ADDRESS: HOST,
    },
  }),
  answers: async (port) => {
    const model = await connect(`amqp://guest:guest@${HOST}:${port}`, { timeout: 2_000 });
    await model.close();
  },
};
