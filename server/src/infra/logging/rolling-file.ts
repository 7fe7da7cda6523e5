import { createStream, type RotatingFileStream } from 'rotating-file-stream';

/** How long a place that failed is left alone, in milliseconds. */
export const REOPEN_AFTER_MS = 10_000;

export interface RollingFileOptions {
  readonly directory: string;
  /** `sys-info` for `sys-info.log`. */
  readonly name: string;
  /** Days that are kept. */
  readonly keep: number;
  /** Days that are over are compressed. */
  readonly gzip: boolean;
  /** Told about failures, which never reach the caller. */
  readonly onFailure: (error: Error) => void;
}

/**
 * A log file that rolls every day. A disk that is full, or gone, loses lines but stops nothing; it
 * is tried again.
 */
export class RollingFile {
  readonly #options: RollingFileOptions;
  #stream: RotatingFileStream | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: RollingFileOptions) {
    this.#options = options;
  }

  write(line: string): void {
    if (!this.#stream && performance.now() - this.#failedAt < REOPEN_AFTER_MS) return;
    this.#stream ??= this.#open();
    this.#stream.write(line);
  }

  close(): Promise<void> {
    const stream = this.#stream;
    this.#stream = undefined;
    if (!stream) return Promise.resolve();
    return new Promise((resolve) => {
      stream.once('close', resolve).once('error', () => resolve());
      stream.end();
    });
  }

  #open(): RotatingFileStream {
    const { directory, name, keep, gzip } = this.#options;
    const stream = createStream(
      (time, index) =>
        time ? `${name}.${dayOf(time)}.${index ?? 1}.log${gzip ? '.gz' : ''}` : `${name}.log`,
      {
        path: directory,
        interval: '1d',
        intervalBoundary: true,
        initialRotation: true,
        maxFiles: keep,
        history: `.${name}.history`,
        ...(gzip ? { compress: 'gzip' as const } : {}),
      },
    );
    const fail = (error: Error): void => {
      if (this.#stream === stream) {
        this.#stream = undefined;
        this.#failedAt = performance.now();
      }
      stream.destroy();
      this.#options.onFailure(error);
    };
    return stream.on('error', fail).on('warning', (error) => this.#options.onFailure(error));
  }
}

function dayOf(time: number | Date): string {
  const date = new Date(time);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
