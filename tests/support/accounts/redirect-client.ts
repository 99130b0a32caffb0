interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A browser without a screen that goes where it is sent, also to other sites, with the cookies of each. */
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
  /** Follows every redirect but the one to `before`; where it stands then. */
  const goes = async (path: string, before: (url: URL) => boolean = isScreen) => {
    let url = new URL(path, home)
    for (let steps = 0; steps < 12; steps++) {
      const response = await send(url)
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${url.pathname} answers ${response.status} and leads nowhere`)
      url = new URL(location, url)
      if (before(url)) return url
    }
    throw new Error('Sent round in circles')
  }
  const isScreen = (url: URL) => url.origin === home && !/^\/(api|auth)\//.test(url.pathname)
  const asked = async (path: string, init: RequestOptions = {}) => {
    const response = await send(new URL(path, home), init)
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return {
    /** As far as a page of ours; its path and query. */
    arrives: async (path: string) => {
      const { pathname, search } = await goes(path)
      return pathname + search
    },
    /** Stops before coming back: the address the provider sends to. */
    followToCallback: (path: string) => goes(path, (url) => url.pathname.endsWith('/callback')),
    redirectTarget: async (path: string) =>
      new URL((await send(new URL(path, home))).headers.get('location') ?? '', home),
    get: (path: string) => asked(path),
    post: (path: string, body: unknown) =>
      asked(path, {
        method: 'POST',
        headers: { origin: home, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    cookie: (name: string) => jarOf(new URL(home)).get(name),
  }
}
