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

// A handler of Vue ignores an event that began by the millisecond in which the handler was added.
// Nobody is so quick, but tests are now and then. Vue's test utils date their events alike.
Object.defineProperty(Node.prototype, 'dispatchEvent', {
  configurable: true,
  writable: true,
  value(this: Node, event: Event) {
    return EventTarget.prototype.dispatchEvent.call(this, Object.assign(event, { _vts: Date.now() + 1 }));
  },
});
