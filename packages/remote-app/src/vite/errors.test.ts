import { expect, it } from 'vitest';
import { RemoteBuildError } from './errors.ts';

it('is printed once by a build, which takes the message out of the stack', () => {
  const { name, message, stack } = new RemoteBuildError('REMOTE_X', 'it is wrong', 'Correct it.');
  expect(message).toBe('REMOTE_X: it is wrong\n  Fix: Correct it.');
  expect(stack?.replace(`${name}: ${message}`, '')).toBe('');
});
