import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isLongRun } from '@platform/package-format/testing';
import { inRoot } from '../../scripts/lib/paths.ts';
import { run } from '../../scripts/lib/run.ts';
import { sourceFiles } from '../../scripts/lib/source-files.ts';

/**
 * A copy of this repository's sources in another folder, like a fresh clone: nothing is installed
 * or built.
 */
export class CopiedRepository {
  readonly #folder = mkdtempSync(join(tmpdir(), 'first-page-'));
  #running: ChildProcess | undefined;

  constructor() {
    for (const file of sourceFiles()) {
      mkdirSync(dirname(join(this.#folder, file)), { recursive: true });
      cpSync(inRoot(file), join(this.#folder, file));
    }
  }

  /**
   * Gives the copy packages of its own: as `npm ci` installs them, or in the short run as links to
   * the files of this repository's, which a clean clone has just installed.
   *
   * @throws CommandFailed
   */
  async install(): Promise<void> {
    if (isLongRun || !(await this.#linkPackages().catch(() => false)))
      await this.run('npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund');
  }

  /** Fails on another file system, or with another `cp`. */
  async #linkPackages(): Promise<boolean> {
    const [from, to] = [inRoot('node_modules'), join(this.#folder, 'node_modules')];
    // npm and caches write hidden files in place.
    const names = readdirSync(from).filter((name) => name === '.bin' || !name.startsWith('.'));
    mkdirSync(to);
    await run('cp', ['-al', ...names.map((name) => join(from, name)), to]);
    cpSync(join(from, '.package-lock.json'), join(to, '.package-lock.json'));
    return true;
  }

  /** Runs a command to its end. @throws CommandFailed */
  run(command: string, ...args: string[]): Promise<unknown> {
    return run(command, args, { cwd: this.#folder });
  }

  /** Starts a command. @returns what `found` matches in its output, once it does */
  start(found: RegExp, command: string, ...args: string[]): Promise<RegExpExecArray> {
    const child = spawn(command, args, { cwd: this.#folder, detached: true });
    this.#running = child;
    return new Promise((resolve, reject) => {
      let said = '';
      const hear = (piece: Buffer): void => {
        said += piece.toString();
        const match = found.exec(said);
        if (match) resolve(match);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => reject(new Error(`${command} has ended:\n${said}`)));
    });
  }

  /**
   * Ends what was started, and has the folder removed by a process that nobody waits for: the
   * packages are tens of thousands of files.
   */
  async remove(): Promise<void> {
    const child = this.#running;
    if (child?.pid !== undefined && child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('close', resolve));
      process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
    const removal = "require('node:fs').rmSync(process.argv[1], { recursive: true, force: true })";
    spawn(process.execPath, ['--eval', removal, this.#folder], { detached: true, stdio: 'ignore' }).unref();
  }
}
