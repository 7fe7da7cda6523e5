import { BroadcastChannel } from 'node:worker_threads';

// A page in a context of its own has no built-ins of Node that happy-dom does not bring.
Object.assign(globalThis, { BroadcastChannel });
