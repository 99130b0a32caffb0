import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SocialProvider } from '../../../domain/access/account/social-events.ts'
import { E, pipe, TE } from '../../../domain/kernel/fp.ts'
import type { AppFailure } from '../../../application/use-case.ts'
import { isSocialRefusal } from '../../contract/social.ts'
import type { Door } from '../admission.ts'
import type { ApiDeps } from '../deps.ts'
import { refusedBy } from '../refusals.ts'
import { browserOf, nameBrowser } from './social-browser.ts'

/** where a sign-in begins at somebody else's. */
const starts = {
  '/api/auth/google': 'google',
  '/api/auth/facebook': 'facebook',
  '/auth/login-google/start': 'google',
} as const

/** Full-page navigations, away and back: every way they end is one of two fixed pages. */
export const socialSignIn = (app: FastifyInstance, deps: ApiDeps, door: Door): void => {
  const common = { schema: { hide: true }, onRequest: [...door.limited({ limit: 'login' }).before] }
  for (const [path, provider] of Object.entries(starts))
    app.get(path, common, (request, reply) => begin(deps, provider, request, reply))
  for (const provider of ['google', 'facebook'] as const)
    app.get(`/api/auth/${provider}/callback`, common, (request, reply) => finish(deps, door, provider, request, reply))
}

const begin = async (
  { social, settings, newId }: ApiDeps,
  provider: SocialProvider,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const inApp = queryOf(request).get('source') === 'app'
  const browser = nameBrowser(request, reply, settings.secureCookies)
  const begun = await social.begin({ provider, app: inApp, browser }, newId())()
  if (E.isRight(begun)) return reply.redirect(begun.right.href)
  return turnAway(request, reply, begun.left, { provider, app: inApp })
}

const finish = async (
  { social, newId, waitFor }: ApiDeps,
  door: Door,
  provider: SocialProvider,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const returned = queryOf(request)
  const taken = await social.finish({ provider, browser: browserOf(request) ?? '', returned }, newId())()
  if (E.isLeft(taken)) return turnAway(request, reply, taken.left, { provider, app: false })
  const { app, outcome } = taken.right
  const done = await pipe(
    outcome,
    TE.tapTask(
      ({ accountId }) =>
        () =>
          door.signIn(request, reply, accountId),
    ),
  )()
  if (E.isLeft(done)) return turnAway(request, reply, done.left, { provider, app })
  // a page that is gone to carries no position: what it asks first must find whoever has just come
  if (done.right.position !== null) await waitFor(done.right.position)
  return reply.redirect(app ? '/client-dashboard?source=app' : '/client-dashboard')
}

interface Why {
  readonly provider: SocialProvider
  readonly app: boolean
}

/** Back to the login, which says why; what is no refusal of a social sign-in is told as one out of reach. */
const turnAway = (request: FastifyRequest, reply: FastifyReply, failure: AppFailure, { provider, app }: Why) => {
  const { status, problem } = refusedBy(failure)
  const reason = isSocialRefusal(problem.code) ? problem.code : status >= 500 ? 'SocialUnreachable' : 'SocialRefused'
  request.log.info({ provider, reason }, 'a social sign-in was refused')
  const why = reason === 'SocialUnavailable' ? { unavailable: provider } : { provider, refused: reason }
  const query = new URLSearchParams({ type: 'client', ...why, ...(app ? { source: 'app' } : {}) })
  return reply.redirect(`/login?${query.toString()}`)
}

const queryOf = ({ url }: FastifyRequest) => {
  const at = url.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1))
}
