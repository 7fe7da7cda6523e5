/** One server-sent event. */
export interface ServerEvent {
  event: string;
  data: string;
  id: string | undefined;
}

/**
 * An incremental parser of `text/event-stream` (WHATWG HTML, 9.2.6). Feed it text in pieces of any size; it returns the
 * events completed so far.
 */
export function createEventParser(): { push(text: string): ServerEvent[] } {
  let rest = '';
  let event = '';
  let data: string[] = [];
  let id: string | undefined;

  function takeLine(line: string): ServerEvent | undefined {
    if (line === '') {
      const complete = data.length > 0 ? { event: event || 'message', data: data.join('\n'), id } : undefined;
      event = '';
      data = [];
      return complete;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    return undefined;
  }

  return {
    push(text) {
      rest += text;
      const events: ServerEvent[] = [];
      let match = /\r\n|\n|\r(?!$)/.exec(rest);
      while (match) {
        const completed = takeLine(rest.slice(0, match.index));
        if (completed) events.push(completed);
        rest = rest.slice(match.index + match[0].length);
        match = /\r\n|\n|\r(?!$)/.exec(rest);
      }
      return events;
    },
  };
}
