import type { preHandlerAsyncHookHandler } from 'fastify'
import type { Person } from '../../application/person.ts'
import { whyNot, type Who as Conditions } from '../../application/use-case.ts'
import type { Call, Who } from '../contract/call.ts'
import type { ApiDeps } from './deps.ts'
import type { LimitOf } from './plugins/limits.ts'
import type { Doorkeeper } from './plugins/sessions.ts'
import { problems, thrown } from './problem.ts'
import { refusalOf } from './refusals.ts'

/** What stands before every call. */
export interface Door extends Doorkeeper {
  readonly limited: LimitOf
}

const conditions: Readonly<Record<Who, Conditions>> = {
  anyone: {},
  'signed-in': {},
  business: { kind: 'business' },
  client: { kind: 'client' },
  moderator: { moderator: true },
  admin: { admin: true },
}

const conditionsOf = (who: Who, whileSuspended: boolean | undefined): Conditions =>
  whileSuspended ? { ...conditions[who], suspended: true } : conditions[who]

/** Why this call is not for whoever asks; null when it is. */
export const whyTurnedAway = ({ who, whileSuspended }: Call, person: Person | null) =>
  who === 'anyone' && person === null ? null : whyNot(conditionsOf(who, whileSuspended), person)

/** Recognises who asks and turns away whoever may not, before the body is read. */
export const admit =
  (door: Door, call: Call): preHandlerAsyncHookHandler =>
  async (request) => {
    request.visitor = await door.recognise(request)
    if (request.visitor.session?.mustChangePassword && !call.beforeNewPassword)
      throw thrown(refusalOf({ type: 'PasswordChangeDue' }))
    const reason = whyTurnedAway(call, request.visitor.person)
    if (reason !== null) throw thrown(refusalOf(reason))
    if (call.csrf && !door.csrfHolds(request)) throw thrown(problems.csrf())
  }

/** Reads one's own writes: `X-Garbo-After` names a position the answer must not be older than. */
export const awaitPosition =
  ({ waitFor }: Pick<ApiDeps, 'waitFor'>): preHandlerAsyncHookHandler =>
  async (request) => {
    const after = request.headers['x-garbo-after']
    if (after === undefined) return
    if (typeof after !== 'string' || !/^[\w:./-]{1,120}$/.test(after)) throw thrown(problems.malformed())
    if (!(await waitFor(after))) throw thrown(problems.notYet(1))
  }
