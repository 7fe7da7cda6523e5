import { spawn } from 'node:child_process';
import { CreateAppError } from '../errors.ts';

/** @throws CreateAppError NPM_INSTALL_FAILED, with the end of what npm printed */
export async function npmInstall(root: string, print: (text: string) => void): Promise<void> {
  print('\nnpm install …');
  const child = spawn('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-4000)));
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code === 0) return;
  throw new CreateAppError(
    'NPM_INSTALL_FAILED',
    `npm install ended with code ${code}:\n${output.trim()}`,
    `The files are written. Fix the npm error, then run npm install in ${root}.`,
  );
}
