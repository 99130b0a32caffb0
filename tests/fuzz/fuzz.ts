import { Agent } from 'node:http'
import { checkExamples } from './example-check.ts'
import { exchange } from './exchange.ts'
import { type FuzzRequest, type Mutation, mutationsOf, requestOf } from './mutations.ts'
import { preparation } from './stalls.ts'
import { type FuzzedGarbo, type World, worldMaker } from './world.ts'

export interface FuzzOptions {
  readonly seed: number
  readonly requests: number
  /** Requests after which a new world is prepared, since the mutations use up the old one. */
  readonly worldSize: number
  readonly print: (line: string) => void
  /** Receives begin and end of each request, in milliseconds since the epoch. */
  readonly onRequest?: (described: string, from: number, to: number) => void
}

export interface FuzzReport {
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<number, number>>
  /** Valid requests that are rejected, although none is expected to be. */
  readonly rejectedExamples: readonly string[]
  /** Requests that failed on the server or got no response. */
  readonly faults: readonly string[]
}

/** Requests at the same time. */
const concurrency = 4

/** Checks the valid requests, then sends requests that each differ from one of them in one place. */
export const fuzz = async (garbo: FuzzedGarbo, options: FuzzOptions): Promise<FuzzReport> => {
  const { seed, requests, worldSize, print, onRequest } = options
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const worlds = await worldMaker(garbo)
  const [statuses, faults]: [Record<number, number>, string[]] = [{}, []]
  const nextWorld = async () => {
    const from = Date.now()
    const world = await worlds.next()
    onRequest?.(preparation, from, Date.now())
    return world
  }
  const rejectedExamples = await checkExamples(garbo, { ...worlds, next: nextWorld }, onRequest)
  let world = await nextWorld()
  const mutations = [...mutationsOf(seed, requests).entries()]
  const send = async (number: number, mutation: Mutation, current: World) => {
    const sent = requestOf(mutation, current)
    const from = Date.now()
    const { status, text } = await exchange(garbo.address, sent, agent)
    const description = describeRequest(number, mutation, sent)
    onRequest?.(description, from, Date.now())
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === 401 && mutation.place !== 'header' && text.includes('"NotSignedIn"'))
      await worlds.renew(current, sent.caller)
    if (isExpected(status, text)) return
    faults.push(`${status} ${text.slice(0, 400)}\n${description}`)
    print(faults.at(-1) ?? '')
  }
  for (let next = 0; next < mutations.length; next += worldSize) {
    if (next > 0) {
      print(`${next} of ${requests} requests sent, ${faults.length} faults`)
      world = await nextWorld()
    }
    const queue = mutations.slice(next, next + worldSize)
    const work = async () => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) await send(...one, world)
    }
    await Promise.all(Array.from({ length: concurrency }, work))
  }
  agent.destroy()
  return { statuses, rejectedExamples, faults }
}

/** Without a contract with Facebook, its sign-in is unavailable. */
const isExpected = (status: number, text: string) =>
  (status > 0 && status < 500) || (status === 503 && text.includes('"SocialUnavailable"'))

/** Enough to send the request again. */
const describeRequest = (
  number: number,
  { name, place }: Mutation,
  { caller, method, path, headers, body }: FuzzRequest,
): string =>
  [
    `  request ${number}, ${name} by ${caller}, changed in: ${place}`,
    `  ${method} ${shortened(path)}`,
    `  ${shortened(JSON.stringify(headers))}`,
    ...(body === undefined ? [] : [`  ${shortened(body.toString())}`]),
  ].join('\n')

const shortened = (text: string) =>
  text.length > 2_000 ? `${text.slice(0, 2_000)}… (${text.length} characters)` : text
