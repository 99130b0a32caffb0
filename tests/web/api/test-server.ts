import { Writable } from 'node:stream'
import { Registry } from 'prom-client'
import { z } from 'zod'
import type { AccessEntry } from '../../../application/audit/ports.ts'
import type { Sessions } from '../../../application/accounts/ports.ts'
import type { Person } from '../../../application/person.ts'
import type {
  BeginOutcome,
  IdempotencyStore,
  IdempotentRequest,
  StoredResponse,
} from '../../../application/ports/idempotency.ts'
import { ReadModelsBehind } from '../../../application/ports/projections.ts'
import { rejectedWith, type Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { apiLogger } from '../../../web/api/logging.ts'
import { readRoute, route, type RouteResult, type ServerSentEvent, streamRoute } from '../../../web/api/route.ts'
import { defaultStreamSettings, type ServerContext, type ServerSettings } from '../../../web/api/server-context.ts'
import { buildServer } from '../../../web/api/server.ts'
import { endpoint } from '../../../web/contract/endpoint.ts'
import { email, id, optionalText, photo, stars, text } from '../../../web/contract/fields.ts'
import { unlimitedRates } from '../../support/rate-limits.ts'
import { unanswered } from './outages.ts'

/** Sample routes, for testing the behaviour that the server adds to every route. */

const at = '2026-03-02T10:00:00.000Z' as Instant

const note = {
  method: 'POST',
  path: '/api/notes',
  summary: 'Leaves a note',
  access: 'signed-in',
  body: z.strictObject({
    title: text(3, 40),
    stars,
    contact: email().optional(),
    note: optionalText(200),
    tags: z.array(text(1, 10)).max(3).optional(),
    place: z.strictObject({ street: text(1, 50) }).optional(),
  }),
  response: z.object({ id: z.string(), title: z.string(), count: z.int() }),
  status: 201,
} as const

export const sampleEndpoints = {
  leaveNote: endpoint({ ...note, idempotent: true, rateLimit: 'write' }),
  notesOf: endpoint({
    method: 'GET',
    path: '/api/notes/:id',
    summary: 'Lists notes',
    access: 'anyone',
    params: z.object({ id }),
    query: z.object({ limit: z.coerce.number().int().min(1).max(10).optional() }),
    response: z.array(z.object({ title: z.string() })),
    paginated: true,
  }),
  businessOnly: endpoint({ ...note, path: '/api/only/business', access: 'business', rateLimit: 'write' }),
  clientOnly: endpoint({ ...note, path: '/api/only/client', access: 'client' }),
  moderatorOnly: endpoint({ ...note, path: '/api/only/moderator', access: 'moderator' }),
  guarded: endpoint({ ...note, path: '/api/guarded', csrf: true }),
  withPicture: endpoint({
    method: 'POST',
    path: '/api/pictures',
    summary: 'Accepts a picture',
    access: 'anyone',
    body: z.strictObject({ photo }),
    response: null,
    imageFields: ['photo'],
    errorField: true,
  }),
  testLogin: endpoint({
    method: 'POST',
    path: '/api/test-login/:id',
    summary: 'Signs in without a password',
    access: 'anyone',
    params: z.object({ id }),
    response: null,
    rateLimit: 'login',
  }),
  leak: endpoint({
    method: 'GET',
    path: '/api/leak',
    summary: 'Returns fields beyond the contract',
    access: 'anyone',
    response: z.object({ seen: z.string() }),
  }),
  secret: endpoint({
    method: 'GET',
    path: '/api/secret',
    summary: 'Returns a long secret',
    access: 'anyone',
    response: z.object({ token: z.string() }),
    respondsWithSecret: true,
  }),
  wrongResponse: endpoint({
    method: 'GET',
    path: '/api/wrong-response',
    summary: 'Returns a value of the wrong type',
    access: 'anyone',
    response: z.object({ count: z.int() }),
  }),
  fails: endpoint({
    method: 'GET',
    path: '/api/fails/:id',
    summary: 'Fails',
    access: 'anyone',
    params: z.object({ id }),
    response: null,
  }),
  developer: endpoint({
    method: 'GET',
    path: '/api/developer',
    summary: 'For developers',
    access: 'anyone',
    response: null,
    developerOnly: true,
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/events',
    summary: 'Streams events',
    access: 'signed-in',
    response: z.object({ what: z.string() }),
    stream: true,
  }),
  moderatorEvents: endpoint({
    method: 'GET',
    path: '/api/only/events',
    summary: 'Streams events to moderators',
    access: 'moderator',
    response: z.object({ what: z.string() }),
    stream: true,
  }),
}

const mario: Person = {
  accountId: 'mario',
  kind: 'client',
  clientId: 'client-mario',
  emailConfirmed: true,
  registeredAt: at,
  roles: [],
  suspension: null,
}
const hotel: Person = { ...mario, accountId: 'hotel', kind: 'business', clientId: null }
export const lia: Person = { ...mario, accountId: 'lia', clientId: 'client-lia', roles: ['MODERATORE'] }
const people: Readonly<Record<string, Person>> = { mario, hotel, lia }

/** Recorded notes, and switches that make routes fail. */
export interface TestState {
  readonly notes: string[]
  readonly listeners: Set<(event: ServerSentEvent<typeof sampleEndpoints.events>) => Promise<void>>
  readonly lastEventIds: (string | null)[]
  readonly logLines: string[]
  readonly entries: AccessEntry[]
  isProjected: boolean
  health: Awaited<ReturnType<ServerContext['health']>>
  onNote: () => Promise<void>
}

const routesIn = (state: TestState) => [
  ...[
    sampleEndpoints.leaveNote,
    sampleEndpoints.businessOnly,
    sampleEndpoints.clientOnly,
    sampleEndpoints.moderatorOnly,
    sampleEndpoints.guarded,
  ].map((sample) =>
    route(sample, ({ body, newEntityId }) =>
      pipe(
        TE.fromTask(state.onNote),
        TE.flatMap((): Result<RouteResult<typeof sampleEndpoints.leaveNote>> => {
          if (body.title === 'Tre stelle')
            return TE.left(rejectedWith({ type: 'TooSoon', nextAt: '2026-03-09T10:00:00.000Z' as Instant }))
          state.notes.push(body.title)
          return TE.right({ body: { id: newEntityId, title: body.title, count: state.notes.length }, position: '7' })
        }),
      ),
    ),
  ),
  route(sampleEndpoints.notesOf, ({ after }) =>
    after === null || state.isProjected
      ? TE.right({ body: state.notes.map((title) => ({ title })), nextCursor: 'bmV4dA' })
      : TE.left({ type: 'Unavailable', cause: new ReadModelsBehind(['notes']) }),
  ),
  route(sampleEndpoints.withPicture, () => TE.right({ body: undefined })),
  route(sampleEndpoints.testLogin, ({ params, startSession }) =>
    pipe(
      TE.fromTask(() => startSession(params.id)),
      TE.map(() => ({ body: undefined })),
    ),
  ),
  readRoute(sampleEndpoints.leak, () => TE.right({ seen: 'yes', authorId: 'mario' } as { seen: string })),
  readRoute(sampleEndpoints.secret, () => TE.right({ token: 'segreto'.repeat(500) })),
  readRoute(sampleEndpoints.wrongResponse, () => TE.right({ count: 'mario@rossi.example' as unknown as number })),
  route(sampleEndpoints.fails, ({ params }) => {
    if (params.id === 'thrown') throw new Error('mario@rossi.example was here')
    if (params.id === 'connection')
      return TE.left({ type: 'Unavailable', cause: new Error('Connection terminated unexpectedly') })
    if (params.id === 'down')
      return TE.left({ type: 'Unavailable', cause: Object.assign(new Error('gone'), { code: '57P01' }) })
    const silence = unanswered[params.id]
    if (silence !== undefined) throw new Error(silence)
    const [, code] = /^code-(\w+)$/.exec(params.id) ?? []
    if (code !== undefined) throw Object.assign(new Error('failed'), { code })
    if (params.id === 'locked') return TE.left(rejectedWith({ type: 'LockedOut', retryAfterSeconds: 900 }))
    throw Object.assign(new Error('terminating'), {
      cause: Object.assign(new Error('inner'), { code: 'ECONNREFUSED' }),
    })
  }),
  route(sampleEndpoints.developer, () => TE.right({ body: undefined })),
  ...[sampleEndpoints.events, sampleEndpoints.moderatorEvents].map((sample) =>
    streamRoute(sample, (_request, after, push) => {
      state.lastEventIds.push(after)
      state.listeners.add(push)
      return () => state.listeners.delete(push)
    }),
  ),
]

export interface TestServerOptions {
  readonly settings?: Partial<ServerSettings>
  readonly deps?: Partial<ServerContext>
}

export const startTestServer = async ({ settings = {}, deps = {} }: TestServerOptions = {}) => {
  const state: TestState = {
    notes: [],
    listeners: new Set(),
    lastEventIds: [],
    logLines: [],
    entries: [],
    isProjected: true,
    health: { notReady: [], warnings: [] },
    onNote: async () => undefined,
  }
  let ids = 0
  const serverContext: ServerContext = {
    recordDevice: () => Promise.resolve(),
    settings: {
      origin: null,
      secureCookies: true,
      sessionDays: 30,
      trustProxy: null,
      developerTools: false,
      rateLimits: unlimitedRates,
      requestTimeoutMs: 30_000,
      streams: defaultStreamSettings,
      googleMaps: null,
      facebookSdk: null,
      metricsToken: null,
      staffSecondFactor: false,
      webAppFolder: null,
      ...settings,
    },
    secret: new Uint8Array(32).fill(1),
    clock: () => at,
    newId: () => `id-${++ids}`,
    sessions: inMemorySessions(),
    idempotentResponses: inMemoryResponses(),
    sharedRateLimits: null,
    accessLog: { record: (entry) => void state.entries.push(entry) },
    social: noProviders,
    countReferralClick: async () => undefined,
    findPerson: async (accountId) => people[accountId] ?? null,
    readAfterOrFail: (_, read) => read(),
    logPositions: { isReached: async (position) => position <= logHead, record: () => undefined },
    waitUntilProjected: async () => state.isProjected,
    health: async () => state.health,
    backgroundTasks: async () => [],
    metrics: new Registry(),
    logger: apiLogger('info', writeLinesTo(state.logLines)),
    ...deps,
  }
  const app = await buildServer(serverContext, routesIn(state))
  const signedIn = async (accountId: string) => {
    const response = await app.inject({ method: 'POST', url: `/api/test-login/${accountId}` })
    return { cookie: String(response.headers['set-cookie']).split(';')[0] ?? '' }
  }
  return { app, state, deps: serverContext, signedIn }
}

/** Last position of the log. */
export const logHead = '00000000000000000007'

const noProviders: ServerContext['social'] = {
  begin: ({ provider }) => TE.left(rejectedWith({ type: 'SocialUnavailable', provider })),
  finish: ({ provider }) => TE.left(rejectedWith({ type: 'SocialUnavailable', provider })),
  deleteData: () => TE.left(rejectedWith({ type: 'SocialUnavailable', provider: 'facebook' })),
}

const writeLinesTo = (lines: string[]) =>
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })

const inMemorySessions = (): Sessions => {
  const open = new Map<string, string>()
  const endWhere = (isEnded: (token: string, owner: string) => boolean) => {
    for (const [token, owner] of open) if (isEnded(token, owner)) open.delete(token)
  }
  return {
    begin: async ({ accountId }) => {
      const token = `${accountId}-${open.size}`.padEnd(43, '0')
      open.set(token, accountId)
      return token
    },
    find: async (token) => {
      const accountId = open.get(token)
      return accountId === undefined ? null : { accountId, id: `session-${token}`, publicId: token }
    },
    end: async (token) => void open.delete(token),
    listOf: async (accountId) =>
      [...open]
        .filter(([, owner]) => owner === accountId)
        .map(([id]) => ({ id, device: null, startedAt: at, usedAt: at, quickAccess: false })),
    endOne: async (accountId, id) => open.get(id) === accountId && open.delete(id),
    endOthers: async (accountId, kept) => endWhere((token, owner) => owner === accountId && token !== kept),
    endAllOf: async (accountId) => endWhere((_, owner) => owner === accountId),
    sweep: async () => 0,
  }
}

const inMemoryResponses = (): IdempotencyStore => {
  const stored = new Map<string, { content: string; response: StoredResponse | null }>()
  const nameOf = ({ accountId, key }: IdempotentRequest) => `${accountId} ${key}`
  return {
    begin: async (request): Promise<BeginOutcome> => {
      const found = stored.get(nameOf(request))
      if (found === undefined) {
        stored.set(nameOf(request), { content: request.content, response: null })
        return { type: 'begun', run: 'run' }
      }
      if (found.content !== request.content) return { type: 'key-reused' }
      return found.response === null ? { type: 'running' } : { type: 'completed', response: found.response }
    },
    complete: async (request, response) => {
      stored.set(nameOf(request), { content: request.content, response })
      return response
    },
    release: async (request) => void stored.delete(nameOf(request)),
    sweep: async () => 0,
  }
}
