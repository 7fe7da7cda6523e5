import { randomUUID } from 'node:crypto';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { connect } from 'amqplib';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { availableDatabases } from '../../data/testing/databases.ts';
import { silentLogger, systemClock } from '../../kernel/index.ts';
import type { Broker } from '../broker/broker.ts';
import { EmbeddedBroker } from '../embedded/embedded-broker.ts';
import { MessageStore } from '../embedded/message-store.ts';
import { RabbitBroker } from '../rabbitmq/rabbit-broker.ts';

const RABBIT = { host: '127.0.0.1', port: 5672 };

/** A broker to run the contract on. */
export interface BrokerSubject {
  readonly name: string;
  /** A host's broker; several share the messages. */
  open(): Promise<Broker>;
  /** Ends what is open. @param queues to remove */
  close(queues: readonly string[]): Promise<void>;
}

export const SUBJECT_NAMES = ['embedded on sqlite', 'embedded on mysql', 'embedded on postgres', 'rabbitmq'];

/** Every broker that answers here. */
export async function availableBrokers(): Promise<BrokerSubject[]> {
  const databases = await availableDatabases();
  const embedded = databases.map((database): BrokerSubject => {
    const opened: Array<() => Promise<void>> = [];
    let node = 0;
    return {
      name: `embedded on ${database.name}`,
      open: async () => {
        const connection = await openHostDatabase(database.config);
        node += 1;
        const ids = new SnowflakeIds(systemClock, node % 32);
        const store = new MessageStore({
          database: connection,
          ids,
          clock: systemClock,
          owner: `node-${node}`,
        });
        const broker = new EmbeddedBroker({
          store,
          database: connection,
          logger: silentLogger,
          pollIntervalMs: 50,
        });
        await broker.open();
        opened.push(async () => {
          await broker.close();
          await connection.close();
        });
        return broker;
      },
      close: async () => {
        for (const close of opened.splice(0)) await close();
        await database.drop();
      },
    };
  });
  return (await rabbitAnswers()) ? [...embedded, rabbitSubject()] : embedded;
}

function rabbitSubject(): BrokerSubject {
  const opened: Broker[] = [];
  return {
    name: 'rabbitmq',
    open: async () => {
      const broker = openRabbit();
      await broker.open();
      await available(broker);
      opened.push(broker);
      return broker;
    },
    close: async (queues) => {
      for (const queue of queues) await opened[0]?.remove(queue);
      for (const broker of opened.splice(0)) await broker.close();
    },
  };
}

/** A RabbitMQ broker at an address on loopback; not opened yet. */
export function openRabbit(port = RABBIT.port): RabbitBroker {
  const counts = new Map<string, number>();
  return new RabbitBroker({
    returns: {
      countReturn: async (_queue, id) => counts.set(id, (counts.get(id) ?? 0) + 1).get(id) ?? 0,
      forgetReturns: async (_queue, id) => void counts.delete(id),
    },
    address: `amqp://guest:guest@${RABBIT.host}:${port}`,
    logger: silentLogger,
    confirmTimeoutMs: 5_000,
    reconnectDelayMs: 300,
  });
}

/** Takes away what a test has declared on RabbitMQ. */
export async function removeQueues(queues: readonly string[]): Promise<void> {
  const broker = openRabbit();
  await broker.open();
  await available(broker);
  for (const queue of queues) await broker.remove(queue);
  await broker.close();
}

export async function rabbitAnswers(): Promise<boolean> {
  try {
    const model = await connect(`amqp://guest:guest@${RABBIT.host}:${RABBIT.port}`, { timeout: 1_000 });
    await model.close();
    return true;
  } catch {
    return false;
  }
}

/** Resolves when the broker is, or is not, available. */
export async function available(broker: Pick<Broker, 'status'>, wanted = true): Promise<void> {
  const until = Date.now() + 10_000;
  while (broker.status.available !== wanted) {
    if (Date.now() > until) throw new Error(`The broker did not become ${wanted ? '' : 'un'}available.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A name that no other test uses. */
export const uniqueName = (what: string): string => `test.${what}.${randomUUID().slice(0, 8)}`;

/** A wire to RabbitMQ that can be cut and mended. */
export class CutWire {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #cut = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<CutWire> {
    const server = createServer();
    const wire = new CutWire(server);
    server.on('connection', (socket) => wire.#join(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(socket: Socket): void {
    if (this.#cut) {
      socket.destroy();
      return;
    }
    const other = createConnection(RABBIT);
    for (const side of [socket, other]) {
      this.#sockets.add(side);
      side
        .on('error', () => undefined)
        .on('close', () => {
          this.#sockets.delete(side);
          socket.destroy();
          other.destroy();
        });
    }
    socket.pipe(other).pipe(socket);
  }
}
