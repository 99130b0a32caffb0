interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** HTTP client that follows redirects across sites, with the cookies of each. */
export const redirectClient = (home: string) => {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: URL) => {
    const jar = jars.get(url.origin) ?? new Map<string, string>()
    jars.set(url.origin, jar)
    return jar
  }
  const send = async (url: URL, init: RequestOptions = {}) => {
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie, ...init.headers } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  /** Follows redirects up to the first URL that matches `isTarget`, and returns it. */
  const followRedirects = async (path: string, isTarget: (url: URL) => boolean = isPage) => {
    let url = new URL(path, home)
    for (let steps = 0; steps < 12; steps++) {
      const response = await send(url)
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${url.pathname} responded with ${response.status} instead of a redirect`)
      url = new URL(location, url)
      if (isTarget(url)) return url
    }
    throw new Error('Too many redirects')
  }
  const isPage = (url: URL) => url.origin === home && !/^\/(api|auth)\//.test(url.pathname)
  const request = async (path: string, init: RequestOptions = {}) => {
    const response = await send(new URL(path, home), init)
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return {
    /** Follows redirects to a page of the app and returns its path and query. */
    followToPage: async (path: string) => {
      const { pathname, search } = await followRedirects(path)
      return pathname + search
    },
    /** Stops before the callback and returns its URL. */
    followToCallback: (path: string) => followRedirects(path, (url) => url.pathname.endsWith('/callback')),
    redirectTarget: async (path: string) =>
      new URL((await send(new URL(path, home))).headers.get('location') ?? '', home),
    get: (path: string) => request(path),
    post: (path: string, body: unknown) =>
      request(path, {
        method: 'POST',
        headers: { origin: home, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    cookie: (name: string) => jarOf(new URL(home)).get(name),
  }
}
