import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { deletionStatus } from '../../../application/accounts/data-deletion-request.ts'
import { signInByFacebookToken } from '../../../application/accounts/social-sign-in.ts'
import type { AppFailure } from '../../../application/use-case.ts'
import type { SocialProvider } from '../../../domain/accounts/vocabulary.ts'
import { E, pipe, TE } from '../../../domain/kernel/fp.ts'
import { isSocialSignInError } from '../../contract/accounts/sign-in.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { ApiContext } from '../api-context.ts'
import { problemOfFailure } from '../errors.ts'
import { noteFailure, noteSubjects, openAccessNotes } from '../plugins/access-log.ts'
import { sendProblem } from '../problems.ts'
import type { RequestServices } from '../request-guards.ts'
import { readRoute, route } from '../route.ts'
import type { ServerContext } from '../server-context.ts'
import { completeSignIn, loadCurrentUser } from './authentication.routes.ts'

/** Routes of Google and Facebook sign-in; the redirects (A-24..A-26) are registered separately. */
export const socialSignInRoutes = (api: ApiContext) => [
  readRoute(endpoints.socialProviders, () => {
    const { google } = api.services.socialProviders
    const { facebookSdk } = api
    return TE.right({ google: google !== null, facebook: facebookSdk })
  }),
  route(endpoints.loginWithFacebookToken, ({ body, caller, startSession }) =>
    pipe(
      signInByFacebookToken(api.services)(
        { accessToken: body.accessToken, userId: body.userID, signedRequest: body.signedRequest ?? null },
        caller.correlationId,
      ),
      TE.flatMap(({ accountId, position }) => completeSignIn(api, accountId, position, startSession)),
      TE.map(({ user, position }) => ({ body: { success: true as const, user }, position })),
    ),
  ),
  readRoute(endpoints.socialUser, ({ person, mustChangePassword }) => loadCurrentUser(api, person, mustChangePassword)),
  readRoute(endpoints.dataDeletion, ({ params, caller }) =>
    pipe(
      deletionStatus(api.services)(params, caller.correlationId),
      TE.map(({ requestedAt, state }) => ({ requestedAt, state })),
    ),
  ),
]

const socialCookieName = 'garbo_social'
/** In seconds; the maximum duration of a sign-in. */
const socialCookieMaxAge = 600

/** Id of the browser in which a sign-in was started; null in any other. */
const browserIdOf = ({ cookies }: FastifyRequest): string | null => {
  const id = cookies[socialCookieName]
  return id !== undefined && /^[\w-]{43}$/.test(id) ? id : null
}

/** All tabs of a browser share one id. */
const assignBrowserId = (request: FastifyRequest, reply: FastifyReply, secure: boolean): string => {
  const id = browserIdOf(request) ?? randomBytes(32).toString('base64url')
  void reply.setCookie(socialCookieName, id, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: socialCookieMaxAge,
  })
  return id
}

/** Paths that redirect to a provider. @rule Q-19 */
const startPaths = {
  '/api/auth/google': 'google',
  '/api/auth/facebook': 'facebook',
  '/auth/login-google/start': 'google',
} as const

/** Redirects to the provider and back; both outcomes lead to fixed pages. */
export const registerSocialSignIn = (app: FastifyInstance, context: ServerContext, services: RequestServices): void => {
  const common = { schema: { hide: true }, onRequest: [...services.rateLimit({ rateLimit: 'login' }).before] }
  for (const [path, provider] of Object.entries(startPaths))
    app.get(path, common, (request, reply) => startSignIn(context, provider, request, reply))
  for (const provider of ['google', 'facebook'] as const)
    app.get(
      `/api/auth/${provider}/callback`,
      { ...common, config: { recorded: { what: 'sign-in', why: provider } } },
      (request, reply) => finishSignIn(context, services, provider, request, reply),
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
  services: RequestServices,
  provider: SocialProvider,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const callbackParams = queryParamsOf(request)
  openAccessNotes(request, request.id)
  const browser = browserIdOf(request) ?? ''
  const callback = await social.finish({ provider, browser, callbackParams }, newId())()
  if (E.isLeft(callback)) return redirectToLogin(request, reply, callback.left, { provider, app: false })
  const { app, outcome } = callback.right
  const signedIn = await outcome()
  if (E.isLeft(signedIn)) return redirectToLogin(request, reply, signedIn.left, { provider, app })
  const { accountId, position } = signedIn.right
  await services.startSession(request, reply, accountId)
  // a redirect carries no position, so the next page must already find the account
  if (position !== null) await waitUntilProjected(position)
  return reply.redirect(app ? '/client-dashboard?source=app' : '/client-dashboard')
}

interface SignInAttempt {
  readonly provider: SocialProvider
  readonly app: boolean
}

/** Redirects to the login page with the reason; other failures are reported as an unreachable or refusing provider. */
const redirectToLogin = (
  request: FastifyRequest,
  reply: FastifyReply,
  failure: AppFailure,
  { provider, app }: SignInAttempt,
) => {
  noteFailure(request, failure)
  const { status, problem } = problemOfFailure(failure)
  const reason = isSocialSignInError(problem.code)
    ? problem.code
    : status >= 500
      ? 'SocialUnreachable'
      : 'SocialRefused'
  request.log.info({ provider, reason }, 'social sign-in refused')
  const reasonParams = reason === 'SocialUnavailable' ? { unavailable: provider } : { provider, refused: reason }
  const query = new URLSearchParams({ type: 'client', ...reasonParams, ...(app ? { source: 'app' } : {}) })
  return reply.redirect(`/login?${query.toString()}`)
}

const queryParamsOf = ({ url }: FastifyRequest) => {
  const start = url.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1))
}

/** Meta's data-deletion callback, authenticated by its signature. The only route that accepts form data. */
export const registerDataDeletionCallback = async (
  app: FastifyInstance,
  context: ServerContext,
  services: RequestServices,
): Promise<void> => {
  const { social, settings, newId } = context
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body.toString())),
    )
    const recorded = { what: 'deletion', why: 'facebook', ifNamed: true } as const
    const onRequest = [...services.rateLimit({ rateLimit: 'code' }).before]
    const common = { schema: { hide: true }, config: { recorded }, onRequest }
    scope.post('/api/auth/facebook/data-deletion', common, async (request, reply) => {
      const { body, host, protocol } = request
      const signedRequest = body instanceof URLSearchParams ? (body.get('signed_request') ?? '') : ''
      const correlationId = newId()
      const deletion = await social.deleteData({ signedRequest }, correlationId)()
      if (E.isLeft(deletion)) return sendProblem(reply, problemOfFailure(deletion.left))
      const { code, accountId } = deletion.right
      openAccessNotes(request, correlationId)
      if (accountId !== null) noteSubjects(request, [accountId])
      const origin = settings.origin ?? `${protocol}://${host}`
      return reply.send({ url: new URL(`/data-deletion/${code}`, origin).href, confirmation_code: code })
    })
  })
}
