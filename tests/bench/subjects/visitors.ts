import { Agent, request } from 'node:http'
import { closedLoop, type Extent } from '../load.ts'
import { answer } from '../subject.ts'
import { newId } from '../workload.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

interface Answered {
  readonly status: number
  readonly body: string
}

const send = (url: string, method: 'GET' | 'POST', headers: Readonly<Record<string, string | number>>, body = '') =>
  new Promise<Answered>((resolve, reject) => {
    const asked = request(url, { method, agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
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

export interface Submitting {
  readonly address: string
  readonly cookies: readonly string[]
  readonly targets: readonly string[]
  readonly callers: number
  readonly extent: Extent
}

export interface Browsing {
  readonly address: string
  /** Empty for somebody who has not signed in. */
  readonly cookie: string
  /** What one page asks for, all at once. */
  readonly paths: readonly string[]
  readonly callers: number
  readonly extent: Extent
}

let written = 0

const tasks = {
  /** Each review a POST with its own intent, by one of many authors, of one of many businesses. */
  submit: ({ address, cookies, targets, callers, extent }: Submitting) =>
    closedLoop(callers, extent, async () => {
      const nth = written++
      const targetId = targets[Math.floor(nth / cookies.length)]
      if (targetId === undefined) throw new Error('everybody has reviewed everything')
      const review = { rating: 4, comment: 'Camera pulita.', targetType: 'BUSINESS', targetId, reasonCode: 'SERVICE' }
      const answered = await post(`${address}/api/reviews`, cookies[nth % cookies.length] ?? '', JSON.stringify(review))
      if (answered.status !== 201) throw new Error(`${answered.status}: ${answered.body}`)
    }),

  browse: ({ address, cookie, paths, callers, extent }: Browsing) =>
    closedLoop(callers, extent, () =>
      Promise.all(
        paths.map(async (path) => {
          const { status, body } = await send(`${address}${path}`, 'GET', { cookie })
          if (status !== 200) throw new Error(`${status}: ${body}`)
        }),
      ),
    ),
}
export type Visitors = typeof tasks

answer(tasks, () => Promise.resolve(agent.destroy()))
