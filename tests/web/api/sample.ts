import { Writable } from 'node:stream'
import { Registry } from 'prom-client'
import { z } from 'zod'
import type { Person } from '../../../application/person.ts'
import type { Answers, Begun, Intent, StoredAnswer } from '../../../application/ports/answers.ts'
import type { Sessions } from '../../../application/ports/sessions.ts'
import { refuse, type Answer } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { buildApi } from '../../../web/api/app.ts'
import { defaultStreams, type ApiDeps, type ApiSettings } from '../../../web/api/deps.ts'
import { boundless } from '../../support/limits.ts'
import { apiLogger } from '../../../web/api/logging.ts'
import { reading, route, stream, type Happening, type Said } from '../../../web/api/route.ts'
import { call } from '../../../web/contract/call.ts'
import { email, id, optionalText, photo, stars, text } from '../../../web/contract/fields.ts'

/** Routes of no product, to prove what every route gets from the shell. */

export const at = '2026-03-02T10:00:00.000Z' as Instant

const note = {
  method: 'POST',
  path: '/api/notes',
  says: 'Leaves a note',
  who: 'signed-in',
  body: z.strictObject({
    title: text(3, 40),
    stars,
    contact: email().optional(),
    note: optionalText(200),
    tags: z.array(text(1, 10)).max(3).optional(),
    place: z.strictObject({ street: text(1, 50) }).optional(),
  }),
  answer: z.object({ id: z.string(), title: z.string(), count: z.int() }),
  status: 201,
} as const

export const sampleCalls = {
  leaveNote: call({ ...note, idempotent: true, limit: 'write' }),
  notesOf: call({
    method: 'GET',
    path: '/api/notes/:id',
    says: 'The notes left',
    who: 'anyone',
    params: z.object({ id }),
    query: z.object({ limit: z.coerce.number().int().min(1).max(10).optional() }),
    answer: z.array(z.object({ title: z.string() })),
    paged: true,
  }),
  businessOnly: call({ ...note, path: '/api/only/business', who: 'business', limit: 'write' }),
  clientOnly: call({ ...note, path: '/api/only/client', who: 'client' }),
  moderatorOnly: call({ ...note, path: '/api/only/moderator', who: 'moderator' }),
  guarded: call({ ...note, path: '/api/guarded', csrf: true }),
  withPicture: call({
    method: 'POST',
    path: '/api/pictures',
    says: 'Takes a picture',
    who: 'anyone',
    body: z.strictObject({ photo }),
    answer: null,
    pictures: true,
    errorField: true,
  }),
  enter: call({
    method: 'POST',
    path: '/api/enter/:id',
    says: 'Signs in without asking',
    who: 'anyone',
    params: z.object({ id }),
    answer: null,
    limit: 'login',
  }),
  leak: call({
    method: 'GET',
    path: '/api/leak',
    says: 'Answers more and less than the contract says',
    who: 'anyone',
    answer: z.object({ seen: z.string() }),
  }),
  wrongAnswer: call({
    method: 'GET',
    path: '/api/wrong-answer',
    says: 'Breaks the contract',
    who: 'anyone',
    answer: z.object({ count: z.int() }),
  }),
  fails: call({
    method: 'GET',
    path: '/api/fails/:id',
    says: 'Fails',
    who: 'anyone',
    params: z.object({ id }),
    answer: null,
  }),
  workshop: call({
    method: 'GET',
    path: '/api/workshop',
    says: 'For developers',
    who: 'anyone',
    answer: null,
    developer: true,
  }),
  happenings: call({
    method: 'GET',
    path: '/api/happenings',
    says: 'What happens',
    who: 'signed-in',
    answer: z.object({ what: z.string() }),
    stream: true,
  }),
  moderatorHappenings: call({
    method: 'GET',
    path: '/api/only/happenings',
    says: 'What happens to moderators',
    who: 'moderator',
    answer: z.object({ what: z.string() }),
    stream: true,
  }),
}

export const mario: Person = {
  accountId: 'mario',
  kind: 'client',
  clientId: 'client-mario',
  emailConfirmed: true,
  registeredAt: at,
  roles: [],
}
export const hotel: Person = { ...mario, accountId: 'hotel', kind: 'business', clientId: null }
export const lia: Person = { ...mario, accountId: 'lia', clientId: 'client-lia', roles: ['MODERATORE'] }
const people: Readonly<Record<string, Person>> = { mario, hotel, lia }

/** What was done, and how it can be made to fail. */
export interface World {
  readonly notes: string[]
  readonly listeners: Set<(happening: Happening<typeof sampleCalls.happenings>) => void>
  readonly asked: (string | null)[]
  readonly lines: string[]
  reached: boolean
  reasons: readonly string[]
  onNote: () => Promise<void>
}

const routesIn = (world: World) => [
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
        TE.flatMap((): Answer<Said<typeof sampleCalls.leaveNote>> => {
          if (body.title === 'Tre stelle')
            return TE.left(refuse({ type: 'TooSoon', nextAt: '2026-03-09T10:00:00.000Z' as Instant }))
          world.notes.push(body.title)
          return TE.right({ answer: { id: intentId, title: body.title, count: world.notes.length }, position: '7' })
        }),
      ),
    ),
  ),
  route(sampleCalls.notesOf, () => TE.right({ answer: world.notes.map((title) => ({ title })), nextCursor: 'bmV4dA' })),
  route(sampleCalls.withPicture, () => TE.right({ answer: undefined })),
  route(sampleCalls.enter, ({ params, signIn }) =>
    pipe(
      TE.fromTask(() => signIn(params.id)),
      TE.map(() => ({ answer: undefined })),
    ),
  ),
  reading(sampleCalls.leak, () => TE.right({ seen: 'yes', authorId: 'mario' } as { seen: string })),
  reading(sampleCalls.wrongAnswer, () => TE.right({ count: 'mario@rossi.example' as unknown as number })),
  route(sampleCalls.fails, ({ params }) => {
    if (params.id === 'thrown') throw new Error('mario@rossi.example was here')
    if (params.id === 'down')
      return TE.left({ type: 'Unavailable', cause: Object.assign(new Error('gone'), { code: '57P01' }) })
    if (params.id === 'locked') return TE.left(refuse({ type: 'LockedOut', retryAfterSeconds: 900 }))
    throw Object.assign(new Error('terminating'), {
      cause: Object.assign(new Error('inner'), { code: 'ECONNREFUSED' }),
    })
  }),
  route(sampleCalls.workshop, () => TE.right({ answer: undefined })),
  ...[sampleCalls.happenings, sampleCalls.moderatorHappenings].map((one) =>
    stream(one, (_asked, after, push) => {
      world.asked.push(after)
      world.listeners.add(push)
      return () => world.listeners.delete(push)
    }),
  ),
]

export interface Told {
  readonly settings?: Partial<ApiSettings>
  readonly deps?: Partial<ApiDeps>
}

export const tryApi = async ({ settings = {}, deps = {} }: Told = {}) => {
  const world: World = {
    notes: [],
    listeners: new Set(),
    asked: [],
    lines: [],
    reached: true,
    reasons: [],
    onNote: async () => undefined,
  }
  let ids = 0
  const all: ApiDeps = {
    settings: {
      origin: null,
      secureCookies: true,
      sessionDays: 30,
      trustProxy: null,
      developer: false,
      limits: boundless,
      streams: defaultStreams,
      googleMaps: null,
      facebookSdk: null,
      metricsToken: null,
      staffSecondFactor: false,
      screens: null,
      ...settings,
    },
    secret: new Uint8Array(32).fill(1),
    clock: () => at,
    newId: () => `id-${++ids}`,
    sessions: sessionsInMemory(),
    answers: answersInMemory(),
    social: noProviders,
    referralClick: async () => undefined,
    actorOf: async (accountId) => people[accountId] ?? null,
    waitFor: async () => world.reached,
    probe: async () => world.reasons,
    metrics: new Registry(),
    logger: apiLogger('info', linesInto(world.lines)),
    ...deps,
  }
  const app = await buildApi(all, routesIn(world))
  const signedIn = async (accountId: string) => {
    const answer = await app.inject({ method: 'POST', url: `/api/enter/${accountId}` })
    return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
  }
  return { app, world, deps: all, signedIn }
}

const noProviders: ApiDeps['social'] = {
  begin: ({ provider }) => TE.left(refuse({ type: 'SocialUnavailable', provider })),
  finish: ({ provider }) => TE.left(refuse({ type: 'SocialUnavailable', provider })),
  deleteData: () => TE.left(refuse({ type: 'SocialUnavailable', provider: 'facebook' })),
}

const linesInto = (lines: string[]) =>
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })

export const sessionsInMemory = (): Sessions => {
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
      return accountId === undefined ? null : { accountId, id: `session-${token}`, shownAs: token }
    },
    end: async (token) => void open.delete(token),
    of: async (accountId) =>
      [...open]
        .filter(([, whose]) => whose === accountId)
        .map(([id]) => ({ id, device: null, startedAt: at, usedAt: at })),
    endOne: async (accountId, id) => open.get(id) === accountId && open.delete(id),
    endOthers: async (accountId, kept) => endWhere((token, whose) => whose === accountId && token !== kept),
    endAllOf: async (accountId) => endWhere((_, whose) => whose === accountId),
    sweep: async () => 0,
  }
}

const answersInMemory = (): Answers => {
  const kept = new Map<string, { request: string; answer: StoredAnswer | null }>()
  const nameOf = ({ accountId, key }: Intent) => `${accountId} ${key}`
  return {
    begin: async (intent): Promise<Begun> => {
      const found = kept.get(nameOf(intent))
      if (found === undefined) {
        kept.set(nameOf(intent), { request: intent.request, answer: null })
        return { type: 'begun', run: 'run' }
      }
      if (found.request !== intent.request) return { type: 'otherwise' }
      return found.answer === null ? { type: 'running' } : { type: 'answered', answer: found.answer }
    },
    answer: async (intent, _run, answer) => void kept.set(nameOf(intent), { request: intent.request, answer }),
    release: async (intent) => void kept.delete(nameOf(intent)),
    sweep: async () => 0,
  }
}
