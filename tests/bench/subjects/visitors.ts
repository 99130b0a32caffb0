import { Agent, request } from 'node:http'
import { closedLoop, type Extent } from '../load.ts'
import { answer } from '../subject.ts'
import { newId } from '../workload.ts'

/** Each review a POST with its own intent, by one of many authors, of one of many businesses. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

const post = (url: string, cookie: string, body: string): Promise<{ readonly status: number; readonly body: string }> =>
  new Promise((resolve, reject) => {
    const headers = {
      cookie,
      origin: new URL(url).origin,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': newId(),
    }
    const asked = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })

export interface Submitting {
  readonly address: string
  readonly cookies: readonly string[]
  readonly targets: readonly string[]
  readonly callers: number
  readonly extent: Extent
}

let written = 0

const tasks = {
  submit: ({ address, cookies, targets, callers, extent }: Submitting) =>
    closedLoop(callers, extent, async () => {
      const nth = written++
      const targetId = targets[Math.floor(nth / cookies.length)]
      if (targetId === undefined) throw new Error('everybody has reviewed everything')
      const review = { rating: 4, comment: 'Camera pulita.', targetType: 'BUSINESS', targetId, reasonCode: 'SERVICE' }
      const answered = await post(`${address}/api/reviews`, cookies[nth % cookies.length] ?? '', JSON.stringify(review))
      if (answered.status !== 201) throw new Error(`${answered.status}: ${answered.body}`)
    }),
}
export type Visitors = typeof tasks

answer(tasks, () => Promise.resolve(agent.destroy()))
