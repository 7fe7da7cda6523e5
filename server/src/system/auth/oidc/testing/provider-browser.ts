/** A browser: cookies by host, kept over redirects, which it follows by hand. */
export class ProviderBrowser {
  readonly #origin: string;
  readonly cookies = new Map<string, { value: string; path: string }>();

  /** @param origin of the host */
  constructor(origin: string) {
    this.#origin = origin;
  }

  async get(url: string, init: RequestInit = {}): Promise<Response> {
    const address = new URL(url);
    const cookie = [...this.cookies]
      .filter(
        ([key, { path }]) => key.startsWith(`${address.host} `) && `${address.pathname}/`.startsWith(path),
      )
      .map(([key, { value }]) => `${key.split(' ')[1]}=${value}`)
      .join('; ');
    // The gateway of the shell takes /prod-api away.
    const response = await fetch(url.replace('/prod-api/', '/'), {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/';
      if (value === '') this.cookies.delete(`${address.host} ${name}`);
      else this.cookies.set(`${address.host} ${name}`, { value, path });
    }
    return response;
  }

  /** From the login page's button to the address that the host sends the browser to at last. */
  through(person: string, provider = 'corporate', query = ''): Promise<string> {
    return this.follow(person, `${this.#origin}/prod-api/auth/oidc/${provider}/start${query}`);
  }

  /** @param from address of the host, or of the provider */
  async follow(person: string, from: string): Promise<string> {
    let url = from;
    for (let hop = 0; hop < 20; hop += 1) {
      const response = await this.get(url);
      const location = response.headers.get('location');
      if (!location) throw new Error(`No redirection at ${url}: ${await response.text()}`);
      if (/^\/(login|system)/.test(location)) return location;
      url = new URL(location, url).href;
      const page = /^http:[^?]+\/interaction\/[^/]+$/.test(url);
      if (page) url = `${url}?person=${person}`;
    }
    throw new Error('Too many redirections');
  }

  session(provider = 'corporate', headers: Record<string, string> = {}) {
    return this.post(`/auth/oidc/${provider}/session`, headers);
  }

  async post(path: string, headers: Record<string, string> = {}) {
    const response = await this.get(`${this.#origin}/prod-api${path}`, { method: 'POST', headers });
    const body = (await response.json()) as {
      error?: string;
      data?: { token?: string; next?: string; location?: string };
    };
    return { status: response.status, error: body.error, data: body.data };
  }
}
