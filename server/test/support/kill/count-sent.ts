import { Socket } from 'node:net';
import { effects, replaceMethods } from './effects.ts';
import { shown, writes } from './count-statements.ts';

/** The statement that a message to a database server brings, if it brings one. */
type StatementOf = (message: Buffer) => string | undefined;

const statementOf: Readonly<Record<string, StatementOf>> = {
  /** Messages `Query` and `Parse`: type, length, then texts that end with a zero. */
  postgres: (message) => {
    const type = String.fromCharCode(message[0] ?? 0);
    const texts = message.toString('utf8', 5).split('\0');
    return type === 'Q' ? texts[0] : type === 'P' ? texts[1] : undefined;
  },
  /** `COM_QUERY`: length, sequence, the number 3. */
  mysql: (message) => (message[3] === 0 && message[4] === 3 ? message.toString('utf8', 5) : undefined),
};

/**
 * Counts every writing statement of a built host, which has its drivers in its bundle, by what goes
 * to the server: before it is sent, and between its sending and its response.
 */
export function countSentStatements(type: string, port: number): void {
  const read = statementOf[type];
  if (!read) throw new Error(`Nothing is known of messages to ${type}.`);
  /** Written and held back until the socket is uncorked. */
  const held = new WeakMap<Socket, string>();
  replaceMethods(
    Socket.prototype,
    ['write'],
    (original) =>
      function (...args) {
        const socket = this as Socket;
        const sql = socket.remotePort === port && Buffer.isBuffer(args[0]) ? read(args[0]) : undefined;
        if (sql === undefined || !writes(sql)) return original.apply(this, args);
        effects.before(() => `before: ${shown(sql)}`);
        const result = original.apply(this, args);
        if (socket.writableCorked > 0) held.set(socket, sql);
        else effects.before(() => `sent: ${shown(sql)}`);
        return result;
      },
  );
  replaceMethods(
    Socket.prototype,
    ['uncork'],
    (original) =>
      function (...args) {
        const socket = this as Socket;
        const result = original.apply(this, args);
        const sql = held.get(socket);
        held.delete(socket);
        if (sql !== undefined) effects.before(() => `sent: ${shown(sql)}`);
        return result;
      },
  );
}
