import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runPlatform } from '../index.ts';
import { SessionFile } from '../session.ts';

/** Outcome of a command. */
export interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Answers of the operator, one for each question. */
  readonly typed?: readonly string[];
  readonly signal?: AbortSignal;
}

/** A refusal of the host. */
export class Refusal {
  readonly body: object;

  constructor(error: string, msg: string, fix?: string) {
    this.body = { code: 400, error, msg, fix };
  }
}

/** A host that answers as a test says, and the command line that talks to it. */
export async function startFakeHost() {
  /** Answers by method and path without query; a function is asked at each request. */
  const answers: Record<string, unknown> = {};
  const requests: string[] = [];
  /** Bodies by method and path, of the last request. */
  const bodies: Record<string, unknown> = {};
  const questions: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const [path = '', query] = request.url?.split('?') ?? [];
      const key = `${request.method} ${path}`;
      requests.push(query === undefined ? key : `${key}?${query}`);
      const sent = await text(request);
      const isJson = request.headers['content-type'] === 'application/json';
      bodies[key] = isJson ? JSON.parse(sent) : sent;
      const answer = answers[key];
      const data: unknown = typeof answer === 'function' ? (answer as () => unknown)() : answer;
      response.end(JSON.stringify(data instanceof Refusal ? data.body : { code: 200, data: data ?? null }));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const home = mkdtempSync(join(tmpdir(), 'cli-host-'));
  const session = new SessionFile({ PLATFORM_HOME: home });

  async function runWith({ env = {}, typed = [], signal }: RunOptions, ...words: string[]): Promise<Ran> {
    const [out, err, input]: [string[], string[], string[]] = [[], [], [...typed]];
    const exit = await runPlatform(words, {
      env: { PLATFORM_HOME: home, ...env },
      ask: async (question) => {
        questions.push(question);
        return input.shift();
      },
      signal: signal ?? new AbortController().signal,
      out: (line) => void out.push(line),
      err: (line) => void err.push(line),
    });
    return { exit, out: out.join('\n'), err: err.join('\n') };
  }

  return {
    ...{ answers, requests, bodies, questions, url, home, session, runWith },
    run: (...words: string[]): Promise<Ran> => runWith({}, ...words),
    login: () => session.keep({ url, token: 't' }),
    stop: () => {
      server.close();
      rmSync(home, { recursive: true });
    },
  };
}
