import { BroadcastChannel } from 'node:worker_threads';

// A page in a context of its own has no built-ins of Node that happy-dom does not bring.
Object.assign(globalThis, { BroadcastChannel });

// A browser names the class. Happy DOM answers with the element's whole HTML, which Popper asks for
// at each step up the page: a seventh of the processor time of these tests.
Object.defineProperty(Element.prototype, 'toString', {
  configurable: true,
  writable: true,
  value(this: Element) {
    return `[object ${this.constructor.name}]`;
  },
});
