import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { stringify } from 'yaml';
import { findProgram } from '../../../scripts/lib/find-program.ts';
import { freePort } from '../../../scripts/lib/free-port.ts';
import { inRoot } from '../../../scripts/lib/paths.ts';

/** How often it scrapes, in seconds. */
const INTERVAL = 1;

interface ScrapedHost {
  /** Address of the API. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

export interface QueryAnswer {
  readonly status: string;
  readonly error?: string;
  /** The newest value of each series. */
  readonly values: readonly number[];
}

interface Answer<T> {
  readonly status: string;
  readonly error?: string;
  readonly data?: T;
}

/** A Prometheus on a port and in a folder of its own, with the alerts of `deploy/prometheus`. */
export class Prometheus {
  readonly #url: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, process: ChildProcess, folder: string) {
    this.#url = url;
    this.#process = process;
    this.#folder = folder;
  }

  static async start({ url, username, password }: ScrapedHost): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
    const port = await freePort();
    copyFileSync(inRoot('deploy/prometheus/alerts.yml'), join(folder, 'alerts.yml'));
    const scrape = {
      job_name: 'platform',
      metrics_path: '/actuator/prometheus',
      basic_auth: { username, password },
      static_configs: [{ targets: [new URL(url).host] }],
    };
    writeFileSync(
      join(folder, 'prometheus.yml'),
      stringify({
        global: { scrape_interval: `${INTERVAL}s`, evaluation_interval: `${INTERVAL}s` },
        rule_files: ['alerts.yml'],
        scrape_configs: [scrape],
      }),
    );
    const started = spawn(
      findProgram('prometheus') ?? 'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    const prometheus = new Prometheus(`http://127.0.0.1:${port}`, started, folder);
    try {
      await vi.waitFor(async () => expect(await prometheus.#isReady()).toBe(true));
      return prometheus;
    } catch (error) {
      await prometheus.stop();
      throw error;
    }
  }

  /** Evaluates an expression now. */
  async query(expression: string): Promise<QueryAnswer> {
    const { status, error, data } = await this.#get<{
      result: ReadonlyArray<{ value: readonly [number, string] }>;
    }>(`query?query=${encodeURIComponent(expression)}`);
    const values = (data?.result ?? []).map(({ value: [, value] }) => Number(value));
    return { status, values, ...(error === undefined ? {} : { error }) };
  }

  /** Values of a label of a metric, as the variables of dashboards ask for them. */
  async labelValues(metric: string, label: string): Promise<readonly string[]> {
    const { data } = await this.#get<readonly string[]>(`label/${label}/values?match[]=${metric}`);
    return data ?? [];
  }

  /** Each alert with its health, such as `ok`, and the reason where it cannot be evaluated. */
  async rules(): Promise<ReadonlyArray<{ name: string; health: string; lastError?: string }>> {
    const { data } = await this.#get<{ groups: ReadonlyArray<{ rules: [] }> }>('rules');
    return (data?.groups ?? []).flatMap(({ rules }) => rules);
  }

  async stop(): Promise<void> {
    // One that has ended by itself emits nothing more.
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = once(this.#process, 'exit');
      this.#process.kill();
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #isReady(): Promise<boolean> {
    return (await fetch(`${this.#url}/-/ready`).catch(() => undefined))?.status === 200;
  }

  async #get<T>(path: string): Promise<Answer<T>> {
    return (await (await fetch(`${this.#url}/api/v1/${path}`)).json()) as Answer<T>;
  }
}

/** Runs `promtool`. @param input for its standard input */
export function promtool(args: readonly string[], input = ''): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(findProgram('promtool') ?? 'promtool', args, {
    input,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}
