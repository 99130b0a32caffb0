import { Agent, request } from 'node:http'
import { closedLoop, type Extent } from '../load.ts'
import { latencyRecorder } from '../statistics.ts'
import { serveTasks } from '../subject.ts'
import { newId } from '../workload.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

interface HttpReply {
  readonly status: number
  readonly body: string
}

const send = (
  url: string,
  method: 'GET' | 'POST',
  headers: Readonly<Record<string, string | number>>,
  body: string | Uint8Array = '',
) =>
  new Promise<HttpReply>((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
      response.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

const post = (url: string, cookie: string, body: string) =>
  send(
    url,
    'POST',
    {
      cookie,
      origin: new URL(url).origin,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': newId(),
    },
    body,
  )

export interface SubmitOrder {
  /** Of the processes of the API, used in turn. */
  readonly addresses: readonly string[]
  readonly cookies: readonly string[]
  readonly targets: readonly string[]
  readonly callers: number
  readonly extent: Extent
}

/** The concurrent requests of one page. */
export interface PageRequest {
  readonly address: string
  /** Session cookie header. */
  readonly cookie: string
  readonly paths: readonly string[]
}

export interface BrowseOrder {
  readonly pages: readonly PageRequest[]
  readonly extent: Extent
}

export interface BodyOrder {
  readonly address: string
  readonly path: string
  readonly cookie: string
  readonly contentType: string
  readonly body: string | Uint8Array
}

let submittedReviews = 0

const loadPage = async (page: PageRequest | undefined) => {
  if (page === undefined) throw new Error('no page')
  const { address, cookie, paths } = page
  const replies = await Promise.all(paths.map((path) => send(`${address}${path}`, 'GET', { cookie })))
  for (const { status, body } of replies) if (status !== 200) throw new Error(`${status}: ${body}`)
}

const tasks = {
  /** Posts reviews, each with its own idempotency key and a new pair of author and business. */
  submit: ({ addresses, cookies, targets, callers, extent }: SubmitOrder) =>
    closedLoop(callers, extent, async () => {
      const nth = submittedReviews++
      const round = Math.floor(nth / cookies.length)
      const targetId = targets[(nth + round) % targets.length]
      if (targetId === undefined || round === targets.length)
        throw new Error('every pair of author and business is used')
      const address = addresses[(nth + round) % addresses.length] ?? ''
      const review = { rating: 4, comment: 'Camera pulita.', targetType: 'BUSINESS', targetId, reasonCode: 'SERVICE' }
      const reply = await post(`${address}/api/reviews`, cookies[nth % cookies.length] ?? '', JSON.stringify(review))
      if (reply.status !== 201) throw new Error(`${reply.status}: ${reply.body}`)
    }),

  /** Posts a body of any type; resolves to the status. The cookie's session provides the CSRF token. */
  postBody: async ({ address, path, cookie, contentType, body }: BodyOrder) => {
    const { body: token } = await send(`${address}/api/auth/csrf-token`, 'GET', { cookie })
    const headers = {
      cookie,
      origin: address,
      'content-type': contentType,
      'content-length': Buffer.byteLength(body),
      'x-csrf-token': (JSON.parse(token) as { readonly csrfToken?: string }).csrfToken ?? '',
    }
    return (await send(`${address}${path}`, 'POST', headers, body)).status
  },

  /** Downloads a file without keeping it. */
  download: async ({ address, cookie, path }: { address: string; cookie: string; path: string }) => {
    const from = performance.now()
    const bytes = await new Promise<number>((resolve, reject) => {
      const outgoing = request(`${address}${path}`, { agent, headers: { cookie } }, (response) => {
        let received = 0
        if (response.statusCode !== 200) reject(new Error(`${response.statusCode}`))
        response.on('data', (chunk: Buffer) => (received += chunk.length))
        response.on('end', () => resolve(received)).on('error', reject)
      })
      outgoing.on('error', reject)
      outgoing.end()
    })
    return { bytes, seconds: (performance.now() - from) / 1_000 }
  },

  /** Loads the pages in turn, so that a temporary slowdown of the machine affects all of them. */
  browse: async ({ pages, extent }: BrowseOrder) => {
    const watches = pages.map(latencyRecorder)
    const measured = await closedLoop(1, extent, async (nth) => {
      const which = nth % pages.length
      const from = performance.now()
      await loadPage(pages[which])
      watches[which]?.record(performance.now() - from)
    })
    return { ...measured, each: watches.map((watch) => watch.read()) }
  },
}
export type HttpClientTasks = typeof tasks

serveTasks(tasks, () => Promise.resolve(agent.destroy()))
