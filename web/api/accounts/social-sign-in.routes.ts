import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { deletionStatus } from '../../../application/accounts/data-deletion-request.ts'
import { signInByFacebookToken } from '../../../application/accounts/social-sign-in.ts'
import type { AppFailure } from '../../../application/use-case.ts'
import type { SocialProvider } from '../../../domain/accounts/vocabulary.ts'
import { E, pipe, TE } from '../../../domain/kernel/fp.ts'
import { isSocialSignInError } from '../../contract/accounts/social-sign-in.ts'
import { calls } from '../../contract/calls.ts'
import type { ApiContext } from '../api-context.ts'
import { problemOfFailure } from '../errors.ts'
import { sendProblem } from '../problems.ts'
import type { RequestGuards } from '../request-guards.ts'
import { readRoute, route } from '../route.ts'
import type { ServerContext } from '../server-context.ts'
import { completeSignIn, loadCurrentUser } from './authentication.routes.ts'

/** What the screens ask about Google and Facebook; the browser's own ways there are no calls (A-24..A-26). */
export const socialSignInRoutes = (api: ApiContext) => [
  readRoute(calls.socialProviders, () => {
    const { google } = api.auth.socialProviders
    const { facebookSdk } = api
    return TE.right({ google: google !== null, facebook: facebookSdk })
  }),
  route(calls.loginByFacebookToken, ({ body, caller, startSession }) =>
    pipe(
      signInByFacebookToken(api.auth)(
        { accessToken: body.accessToken, userId: body.userID, signedRequest: body.signedRequest ?? null },
        caller.correlationId,
      ),
      TE.flatMap(({ accountId, position }) => completeSignIn(api, accountId, position, startSession)),
      TE.map(({ user, position }) => ({ body: { success: true as const, user }, position })),
    ),
  ),
  readRoute(calls.socialUser, ({ person, mustChangePassword }) => loadCurrentUser(api, person, mustChangePassword)),
  readRoute(calls.dataDeletion, ({ params, caller }) =>
    pipe(
      deletionStatus(api.auth)(params, caller.correlationId),
      TE.map(({ requestedAt, state }) => ({ requestedAt, state })),
    ),
  ),
]

const socialCookieName = 'garbo_social'
/** As long as a sign-in may take. */
const socialCookieMaxAge = 600

/** The browser a sign-in was begun in; only there it can end. Null in any other. */
export const browserIdOf = ({ cookies }: FastifyRequest): string | null => {
  const name = cookies[socialCookieName]
  return name !== undefined && /^[\w-]{43}$/.test(name) ? name : null
}

/** Several tabs share one name. */
export const assignBrowserId = (request: FastifyRequest, reply: FastifyReply, secure: boolean): string => {
  const name = browserIdOf(request) ?? randomBytes(32).toString('base64url')
  void reply.setCookie(socialCookieName, name, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: socialCookieMaxAge,
  })
  return name
}

/** where a sign-in begins at somebody else's. */
const startPaths = {
  '/api/auth/google': 'google',
  '/api/auth/facebook': 'facebook',
  '/auth/login-google/start': 'google',
} as const

/** Full-page navigations, away and back: every way they end is one of two fixed pages. */
export const registerSocialSignIn = (app: FastifyInstance, context: ServerContext, guards: RequestGuards): void => {
  const common = { schema: { hide: true }, onRequest: [...guards.rateLimit({ rateLimit: 'login' }).before] }
  for (const [path, provider] of Object.entries(startPaths))
    app.get(path, common, (request, reply) => startSignIn(context, provider, request, reply))
  for (const provider of ['google', 'facebook'] as const)
    app.get(`/api/auth/${provider}/callback`, common, (request, reply) =>
      finishSignIn(context, guards, provider, request, reply),
    )
}

const startSignIn = async (
  { social, settings, newId }: ServerContext,
  provider: SocialProvider,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const inApp = queryParamsOf(request).get('source') === 'app'
  const browser = assignBrowserId(request, reply, settings.secureCookies)
  const started = await social.begin({ provider, app: inApp, browser }, newId())()
  if (E.isRight(started)) return reply.redirect(started.right.href)
  return redirectToLogin(request, reply, started.left, { provider, app: inApp })
}

const finishSignIn = async (
  { social, newId, waitUntilProjected }: ServerContext,
  guards: RequestGuards,
  provider: SocialProvider,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const returned = queryParamsOf(request)
  const callback = await social.finish({ provider, browser: browserIdOf(request) ?? '', returned }, newId())()
  if (E.isLeft(callback)) return redirectToLogin(request, reply, callback.left, { provider, app: false })
  const { app, outcome } = callback.right
  const done = await pipe(
    outcome,
    TE.tapTask(
      ({ accountId }) =>
        () =>
          guards.startSession(request, reply, accountId),
    ),
  )()
  if (E.isLeft(done)) return redirectToLogin(request, reply, done.left, { provider, app })
  // a page that is gone to carries no position: what it asks first must find whoever has just come
  if (done.right.position !== null) await waitUntilProjected(done.right.position)
  return reply.redirect(app ? '/client-dashboard?source=app' : '/client-dashboard')
}

interface SignInAttempt {
  readonly provider: SocialProvider
  readonly app: boolean
}

/** Back to the login, which says why; what is no refusal of a social sign-in is told as one out of reach. */
const redirectToLogin = (
  request: FastifyRequest,
  reply: FastifyReply,
  failure: AppFailure,
  { provider, app }: SignInAttempt,
) => {
  const { status, problem } = problemOfFailure(failure)
  const reason = isSocialSignInError(problem.code)
    ? problem.code
    : status >= 500
      ? 'SocialUnreachable'
      : 'SocialRefused'
  request.log.info({ provider, reason }, 'a social sign-in was refused')
  const why = reason === 'SocialUnavailable' ? { unavailable: provider } : { provider, refused: reason }
  const query = new URLSearchParams({ type: 'client', ...why, ...(app ? { source: 'app' } : {}) })
  return reply.redirect(`/login?${query.toString()}`)
}

const queryParamsOf = ({ url }: FastifyRequest) => {
  const at = url.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1))
}

/** Meta's data-deletion callback: the one form that is taken, because Meta sends one; its signature is its pass. */
export const registerDataDeletionCallback = async (
  app: FastifyInstance,
  context: ServerContext,
  guards: RequestGuards,
): Promise<void> => {
  const { social, settings, newId } = context
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body.toString())),
    )
    const common = { schema: { hide: true }, onRequest: [...guards.rateLimit({ rateLimit: 'code' }).before] }
    scope.post('/api/auth/facebook/data-deletion', common, async ({ body, host, protocol }, reply) => {
      const signedRequest = body instanceof URLSearchParams ? (body.get('signed_request') ?? '') : ''
      const done = await social.deleteData({ signedRequest }, newId())()
      if (E.isLeft(done)) return sendProblem(reply, problemOfFailure(done.left))
      const origin = settings.origin ?? `${protocol}://${host}`
      return reply.send({ url: new URL(`/data-deletion/${done.right}`, origin).href, confirmation_code: done.right })
    })
  })
}
