import { Agent } from 'node:http'
import { type EndpointName, endpoints } from '../../web/contract/endpoints.ts'
import type { FuzzOptions } from './fuzz.ts'
import { exchange } from './exchange.ts'
import { exampleRequest } from './mutations.ts'
import type { FuzzedGarbo, World, worldMaker } from './world.ts'

interface ExpectedRejection {
  readonly status: number
  /** Code of the problem. */
  readonly code: string
  /** Completes the sentence “the example is rejected because”. */
  readonly because: string
}

/** Examples that no world makes valid. */
export const expectedRejections: Partial<Readonly<Record<EndpointName, ExpectedRejection>>> = {
  loginWithFacebookToken: { status: 503, code: 'SocialUnavailable', because: 'there is no contract with Facebook' },
  dataDeletion: { status: 404, code: 'DeletionUnknown', because: 'only Facebook requests such deletions' },
  dismissAnomaly: { status: 404, code: 'AnomalyNotFound', because: 'an anomaly takes ten reviews on a past day' },
  decideFlagAbuse: {
    status: 404,
    code: 'FlaggingNotQuestioned',
    because: 'it takes five dismissed flags of one account',
  },
  forcePayout: { status: 409, code: 'ChainNotConfigured', because: 'there is no chain' },
  placePhoto: { status: 404, code: 'NotFound', because: 'there is no contract with Google' },
}

/** Examples whose tokens are valid for a minute, and those of the account that the last of these signs in anew. */
const first: readonly EndpointName[] = ['redeemDeviceToken', 'confirmNewEmail', 'endSession', 'loginWithPasskey']
/** Examples that end what others need. */
const last: ReadonlySet<EndpointName> = new Set(['logout', 'changePassword', 'deleteAccount'])

const others = (Object.keys(endpoints) as EndpointName[]).filter((name) => !first.includes(name))
const inOrder = [...first, ...others.filter((name) => !last.has(name)), ...last]

/**
 * Sends the valid request of every endpoint once and returns those with neither 2xx nor the expected rejection. The
 * requests share a world. One that is rejected there, because another has used up what it needs, is sent again in a new world.
 */
export const checkExamples = async (
  { address }: FuzzedGarbo,
  worlds: Awaited<ReturnType<typeof worldMaker>>,
  onRequest?: FuzzOptions['onRequest'],
): Promise<readonly string[]> => {
  const agent = new Agent({ keepAlive: true })
  const send = async (name: EndpointName, world: World) => {
    const from = Date.now()
    const answer = await exchange(address, exampleRequest(name, world), agent)
    onRequest?.(`  the example of ${name}`, from, Date.now())
    return answer
  }
  const shared = await worlds.next()
  const isAnswered = async (name: EndpointName, world: World) => isAsExpected(name, await send(name, world))
  const unexpected: string[] = []
  for (const name of inOrder) {
    if (await isAnswered(name, shared)) continue
    await worlds.renew(shared, exampleRequest(name, shared).caller)
    if (await isAnswered(name, shared)) continue
    const { status, text } = await send(name, await worlds.next())
    if (!isAsExpected(name, { status, text })) unexpected.push(`${name}: ${status} ${text.slice(0, 300)}`)
  }
  agent.destroy()
  return unexpected
}

const isAsExpected = (name: EndpointName, { status, text }: Awaited<ReturnType<typeof exchange>>): boolean => {
  const expected = expectedRejections[name]
  if (expected === undefined) return status >= 200 && status < 300
  return status === expected.status && text.includes(`"code":"${expected.code}"`)
}
