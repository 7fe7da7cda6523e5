import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser } from './event-parser.ts';

describe('event parser', () => {
  it('reads events with names, several data lines and ids', () => {
    const events = createEventParser().push(
      ': hello\nevent: step\nid: 7\ndata: {"a":1}\ndata: more\n\ndata:plain\n\n',
    );
    expect(events).toEqual([
      { event: 'step', data: '{"a":1}\nmore', id: '7' },
      { event: 'message', data: 'plain', id: '7' },
    ]);
  });

  it('drops an event without data', () => {
    expect(createEventParser().push('event: ping\n\n')).toEqual([]);
  });

  it('gives the same events however the text is cut and whatever ends its lines', () => {
    const line = fc.stringMatching(/^[a-z :{}0-9]{1,12}$/);
    fc.assert(
      fc.property(
        fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(200), { maxLength: 8 }),
        (blocks, end, cuts) => {
          const text = `${blocks.map((lines) => lines.map((data) => `data: ${data}${end}`).join('')).join(end)}${end}`;
          const parser = createEventParser();
          const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
          const events = at.slice(1).flatMap((to, index) => parser.push(text.slice(at[index], to)));
          const all = end === '\r' ? [...events, ...parser.push('\n')] : events;
          expect(all.map((event) => event.data)).toEqual(blocks.map((lines) => lines.join('\n')));
        },
      ),
    );
  });
});
