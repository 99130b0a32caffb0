import { Writable } from 'node:stream'
import { Registry } from 'prom-client'
import { z } from 'zod'
import type { Sessions } from '../../../application/accounts/ports.ts'
import type { Person } from '../../../application/person.ts'
import type {
  BeginOutcome,
  IdempotencyStore,
  IdempotentRequest,
  StoredResponse,
} from '../../../application/ports/idempotency.ts'
import { refuse, type Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { apiLogger } from '../../../web/api/logging.ts'
import { readRoute, route, type RouteResult, type ServerSentEvent, streamRoute } from '../../../web/api/route.ts'
import { defaultStreamSettings, type ServerContext, type ServerSettings } from '../../../web/api/server-context.ts'
import { buildServer } from '../../../web/api/server.ts'
import { call } from '../../../web/contract/call.ts'
import { email, id, optionalText, photo, stars, text } from '../../../web/contract/fields.ts'
import { unlimitedRates } from '../../support/rate-limits.ts'

/** Sample routes for testing what the server adds to every route. */

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

export const sampleCalls = {
  leaveNote: call({ ...note, idempotent: true, rateLimit: 'write' }),
  notesOf: call({
    method: 'GET',
    path: '/api/notes/:id',
    summary: 'The notes left',
    access: 'anyone',
    params: z.object({ id }),
    query: z.object({ limit: z.coerce.number().int().min(1).max(10).optional() }),
    response: z.array(z.object({ title: z.string() })),
    paginated: true,
  }),
  businessOnly: call({ ...note, path: '/api/only/business', access: 'business', rateLimit: 'write' }),
  clientOnly: call({ ...note, path: '/api/only/client', access: 'client' }),
  moderatorOnly: call({ ...note, path: '/api/only/moderator', access: 'moderator' }),
  guarded: call({ ...note, path: '/api/guarded', csrf: true }),
  withPicture: call({
    method: 'POST',
    path: '/api/pictures',
    summary: 'Takes a picture',
    access: 'anyone',
    body: z.strictObject({ photo }),
    response: null,
    acceptsImages: true,
    errorField: true,
  }),
  enter: call({
    method: 'POST',
    path: '/api/enter/:id',
    summary: 'Signs in without asking',
    access: 'anyone',
    params: z.object({ id }),
    response: null,
    rateLimit: 'login',
  }),
  leak: call({
    method: 'GET',
    path: '/api/leak',
    summary: 'Answers more and less than the contract says',
    access: 'anyone',
    response: z.object({ seen: z.string() }),
  }),
  wrongAnswer: call({
    method: 'GET',
    path: '/api/wrong-answer',
    summary: 'Breaks the contract',
    access: 'anyone',
    response: z.object({ count: z.int() }),
  }),
  fails: call({
    method: 'GET',
    path: '/api/fails/:id',
    summary: 'Fails',
    access: 'anyone',
    params: z.object({ id }),
    response: null,
  }),
  workshop: call({
    method: 'GET',
    path: '/api/workshop',
    summary: 'For developers',
    access: 'anyone',
    response: null,
    developerOnly: true,
  }),
  happenings: call({
    method: 'GET',
    path: '/api/happenings',
    summary: 'What happens',
    access: 'signed-in',
    response: z.object({ what: z.string() }),
    stream: true,
  }),
  moderatorHappenings: call({
    method: 'GET',
    path: '/api/only/happenings',
    summary: 'What happens to moderators',
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
}
const hotel: Person = { ...mario, accountId: 'hotel', kind: 'business', clientId: null }
export const lia: Person = { ...mario, accountId: 'lia', clientId: 'client-lia', roles: ['MODERATORE'] }
const people: Readonly<Record<string, Person>> = { mario, hotel, lia }

/** Recorded notes, and switches that make routes fail. */
export interface TestState {
  readonly notes: string[]
  readonly listeners: Set<(happening: ServerSentEvent<typeof sampleCalls.happenings>) => void>
  readonly asked: (string | null)[]
  readonly lines: string[]
  reached: boolean
  reasons: readonly string[]
  onNote: () => Promise<void>
}

const routesIn = (world: TestState) => [
  ...[
    sampleCalls.leaveNote,
    sampleCalls.businessOnly,
    sampleCalls.clientOnly,
    sampleCalls.moderatorOnly,
    sampleCalls.guarded,
  ].map((one) =>
    route(one, ({ body, intentId }) =>
      pipe(
        TE.fromTask(world.onNote),
        TE.flatMap((): Result<RouteResult<typeof sampleCalls.leaveNote>> => {
          if (body.title === 'Tre stelle')
            return TE.left(refuse({ type: 'TooSoon', nextAt: '2026-03-09T10:00:00.000Z' as Instant }))
          world.notes.push(body.title)
          return TE.right({ body: { id: intentId, title: body.title, count: world.notes.length }, position: '7' })
        }),
      ),
    ),
  ),
  route(sampleCalls.notesOf, () => TE.right({ body: world.notes.map((title) => ({ title })), nextCursor: 'bmV4dA' })),
  route(sampleCalls.withPicture, () => TE.right({ body: undefined })),
  route(sampleCalls.enter, ({ params, startSession }) =>
    pipe(
      TE.fromTask(() => startSession(params.id)),
      TE.map(() => ({ body: undefined })),
    ),
  ),
  readRoute(sampleCalls.leak, () => TE.right({ seen: 'yes', authorId: 'mario' } as { seen: string })),
  readRoute(sampleCalls.wrongAnswer, () => TE.right({ count: 'mario@rossi.example' as unknown as number })),
  route(sampleCalls.fails, ({ params }) => {
    if (params.id === 'thrown') throw new Error('mario@rossi.example was here')
    if (params.id === 'down')
      return TE.left({ type: 'Unavailable', cause: Object.assign(new Error('gone'), { code: '57P01' }) })
    if (params.id === 'locked') return TE.left(refuse({ type: 'LockedOut', retryAfterSeconds: 900 }))
    throw Object.assign(new Error('terminating'), {
      cause: Object.assign(new Error('inner'), { code: 'ECONNREFUSED' }),
    })
  }),
  route(sampleCalls.workshop, () => TE.right({ body: undefined })),
  ...[sampleCalls.happenings, sampleCalls.moderatorHappenings].map((one) =>
    streamRoute(one, (_asked, after, push) => {
      world.asked.push(after)
      world.listeners.add(push)
      return () => world.listeners.delete(push)
    }),
  ),
]

export interface TestServerOptions {
  readonly settings?: Partial<ServerSettings>
  readonly deps?: Partial<ServerContext>
}

export const startTestServer = async ({ settings = {}, deps = {} }: TestServerOptions = {}) => {
  const world: TestState = {
    notes: [],
    listeners: new Set(),
    asked: [],
    lines: [],
    reached: true,
    reasons: [],
    onNote: async () => undefined,
  }
  let ids = 0
  const all: ServerContext = {
    settings: {
      origin: null,
      secureCookies: true,
      sessionDays: 30,
      trustProxy: null,
      developerTools: false,
      rateLimits: unlimitedRates,
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
    social: noProviders,
    countReferralClick: async () => undefined,
    findPerson: async (accountId) => people[accountId] ?? null,
    waitUntilProjected: async () => world.reached,
    notReadyReasons: async () => world.reasons,
    metrics: new Registry(),
    logger: apiLogger('info', writeLinesTo(world.lines)),
    ...deps,
  }
  const app = await buildServer(all, routesIn(world))
  const signedIn = async (accountId: string) => {
    const answer = await app.inject({ method: 'POST', url: `/api/enter/${accountId}` })
    return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
  }
  return { app, world, deps: all, signedIn }
}

const noProviders: ServerContext['social'] = {
  begin: ({ provider }) => TE.left(refuse({ type: 'SocialUnavailable', provider })),
  finish: ({ provider }) => TE.left(refuse({ type: 'SocialUnavailable', provider })),
  deleteData: () => TE.left(refuse({ type: 'SocialUnavailable', provider: 'facebook' })),
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
  const endWhere = (over: (token: string, whose: string) => boolean) => {
    for (const [token, whose] of open) if (over(token, whose)) open.delete(token)
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
        .filter(([, whose]) => whose === accountId)
        .map(([id]) => ({ id, device: null, startedAt: at, usedAt: at })),
    endOne: async (accountId, id) => open.get(id) === accountId && open.delete(id),
    endOthers: async (accountId, kept) => endWhere((token, whose) => whose === accountId && token !== kept),
    endAllOf: async (accountId) => endWhere((_, whose) => whose === accountId),
    sweep: async () => 0,
  }
}

const inMemoryResponses = (): IdempotencyStore => {
  const kept = new Map<string, { request: string; answer: StoredResponse | null }>()
  const nameOf = ({ accountId, key }: IdempotentRequest) => `${accountId} ${key}`
  return {
    begin: async (intent): Promise<BeginOutcome> => {
      const found = kept.get(nameOf(intent))
      if (found === undefined) {
        kept.set(nameOf(intent), { request: intent.request, answer: null })
        return { type: 'begun', run: 'run' }
      }
      if (found.request !== intent.request) return { type: 'otherwise' }
      return found.answer === null ? { type: 'running' } : { type: 'answered', answer: found.answer }
    },
    complete: async (intent, _run, answer) => void kept.set(nameOf(intent), { request: intent.request, answer }),
    release: async (intent) => void kept.delete(nameOf(intent)),
    sweep: async () => 0,
  }
}
