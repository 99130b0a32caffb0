import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessEntry } from '../../../application/audit/ports.ts'
import type { Person } from '../../../application/person.ts'
import type { AppFailure } from '../../../application/use-case.ts'
import type { AccessAct, AccessOutcome, AccessRole } from '../../../domain/audit/vocabulary.ts'
import type { Recorded } from '../../contract/endpoint.ts'
import { staffAccess } from '../request-guards.ts'
import { endpointOf, type RequestIdentity } from '../request.ts'
import type { ServerContext } from '../server-context.ts'
import { clientAddressOf } from './rate-limits.ts'
import { describeDevice, deviceIdOf } from './sessions.ts'

/** Called when a handler begins, and not for responses that are repeated. */
export const openAccessNotes = (request: FastifyRequest, correlationId: string): void => {
  request.accessNotes = { correlationId, subjects: null, rejection: null }
}

/** Names accounts whose data the request is about; null stands for an unknown one. */
export const noteSubjects = (request: FastifyRequest, accountIds: readonly (string | null)[]): void => {
  const notes = request.accessNotes
  if (notes === null) return
  const subjects = new Set([...(notes.subjects ?? []), ...accountIds.filter(isAccountId)])
  request.accessNotes = { ...notes, subjects }
}

/** Excludes what was typed instead of an id, which may be personal data. */
const isAccountId = (id: string | null): id is string => id !== null && accountIdPattern.test(id)
const accountIdPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export const noteFailure = (request: FastifyRequest, failure: AppFailure): void => {
  if (request.accessNotes === null || failure.type !== 'Rejected') return
  request.accessNotes = { ...request.accessNotes, rejection: failure.rejection.type }
}

/**
 * Records what the contract marks with `recorded`. The entries are queued before the response is sent, so that a client
 * that hangs up leaves its entry, and written later.
 * @rule Q-97 D-36
 */
export const registerAccessLog = (
  app: FastifyInstance,
  { accessLog }: { readonly accessLog: Pick<ServerContext['accessLog'], 'record'> },
): void => {
  app.decorateRequest('accessNotes', null)
  app.addHook('onSend', async (request, reply) => {
    for (const entry of entriesOf(request, reply.statusCode)) accessLog.record(entry)
  })
}

const entriesOf = (request: FastifyRequest, status: number): readonly AccessEntry[] => {
  const recorded = request.routeOptions.config?.recorded ?? endpointOf(request)?.recorded
  if (recorded === undefined || !isIdentified(request) || !isComplete(request, status, recorded)) return []
  const { person, signedIn } = request.identity
  const rejection = request.accessNotes?.rejection ?? null
  const outcome = outcomeOf(status, rejection)
  const actor = signedIn ?? person?.accountId ?? (outcome === 'success' ? provenOwner(request, recorded) : null)
  const common = {
    what: actOf(recorded.what, outcome, rejection),
    outcome,
    actor,
    role: person === null ? null : roleOf(person),
    why: recorded.why ?? null,
    object: recorded.what === 'staff-read' ? objectOf(request) : null,
    device: describeDevice(request.headers['user-agent']),
    address: clientAddressOf(request),
    browser: deviceIdOf(request) ?? request.headers['user-agent'] ?? null,
    correlationId: request.accessNotes?.correlationId ?? request.id,
  }
  return subjectsOf(request, recorded, actor, outcome).map((subject) => ({ ...common, subject }))
}

/** What a member of staff reads: the parameters of the path; null for a list. */
const objectOf = ({ params }: FastifyRequest): string | null => Object.values(params as object).join('/') || null

/** Requests from other sites, for example, are refused before their sender is identified. */
const isIdentified = ({ identity }: { readonly identity?: RequestIdentity }): boolean => identity !== undefined

/** Whether the request did, or was refused, what the endpoint records. */
const isComplete = (request: FastifyRequest, status: number, { what, ifNamed }: Recorded): boolean => {
  const { identity, accessNotes } = request
  const { person, signedIn } = identity
  const access = endpointOf(request)?.access ?? 'anyone'
  // invalid, limited or repeated: the handler did not run
  if (accessNotes === null && (person === null || (status !== 401 && status !== 403))) return false
  if (person === null && signedIn === null && access !== 'anyone') return false
  if (what === 'sign-out' && person === null) return false
  if (what === 'staff-read' && !staffAccess.has(access) && !isStaff(person)) return false
  return ifNamed === undefined || (accessNotes?.subjects ?? null) !== null
}

const isStaff = (person: Person | null) => person !== null && person.roles.length > 0

const outcomeOf = (status: number, rejection: string | null): AccessOutcome => {
  if (status >= 500) return 'failed'
  return status >= 400 || rejection !== null ? 'refused' : 'success'
}

const actOf = (what: AccessAct, outcome: AccessOutcome, rejection: string | null): AccessAct => {
  if (what !== 'sign-in' || outcome === 'success') return what
  return rejection === 'LockedOut' ? 'lockout' : 'failed-sign-in'
}

const roleOf = ({ roles, kind }: Person): AccessRole =>
  staffRolesByRank.find((role) => roles.includes(role)) ?? (kind === 'business' ? 'ATTIVITA' : 'CLIENTE')

/** The account of a visitor who registered it, proved to own its mailbox, or had Facebook request its deletion. */
const provenOwner = ({ accessNotes }: FastifyRequest, { what }: Recorded): string | null =>
  provingActs.has(what) ? ([...(accessNotes?.subjects ?? [])][0] ?? null) : null

const provingActs: ReadonlySet<AccessAct> = new Set([
  'registration',
  'email-confirmation',
  'password-change',
  'deletion',
])

const staffRolesByRank = ['ADMIN', 'MODERATORE', 'REVISORE'] as const

/** Acts about other accounts than one’s own. */
const actsOnOthers: ReadonlySet<AccessAct> = new Set([
  'staff-read',
  'opening',
  'moderation',
  'support-answer',
  'payout',
])

/** The accounts of the entries: those named by the handler, otherwise the account that acts. */
const subjectsOf = (
  { accessNotes }: FastifyRequest,
  { what }: Recorded,
  actor: string | null,
  outcome: AccessOutcome,
): readonly (string | null)[] => {
  const named = accessNotes?.subjects ?? null
  // lists without data of others are not recorded
  if (named !== null && what === 'staff-read') return [...named].filter((subject) => subject !== actor)
  if (named !== null && named.size > 0) return [...named]
  const isOwn = !actsOnOthers.has(what) && (outcome === 'success' || what !== 'sign-in')
  return [isOwn ? actor : null]
}
