import type { Socket } from 'node:net'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { sessionRoutes } from './access/session.routes.ts'
import type { Door } from './admission.ts'
import type { ApiDeps } from './deps.ts'
import { bodyLimits, mount } from './mount.ts'
import { closeGracefully } from './plugins/closing.ts'
import { tellTheApi } from './plugins/docs.ts'
import { acceptForms } from './plugins/form-body.ts'
import { bareHeaders, setHeaders } from './plugins/headers.ts'
import { limitRates } from './plugins/limits.ts'
import { answerTheLost } from './plugins/lost.ts'
import { observe, reportHealth } from './plugins/observation.ts'
import { checkOrigin } from './plugins/origin.ts'
import { answerWithProblems, refuse, writtenRefusal } from './plugins/problems.ts'
import { countReferralClicks } from './plugins/referral-clicks.ts'
import { serveScreens } from './plugins/screens.ts'
import { sessionDoor } from './plugins/sessions.ts'
import { takeDataDeletions } from './plugins/data-deletion.ts'
import { socialSignIn } from './plugins/social.ts'
import { strictJson } from './plugins/strict-json.ts'
import { judgeByContract } from './plugins/validation.ts'
import { problems } from './problem.ts'
import { mountDownload } from './downloads.ts'
import { mountPicture } from './pictures.ts'
import type { Download, Picture, Route, Stream } from './route.ts'
import { serveStreams } from './streams.ts'

/** The API with its routes behind their doors; not listening yet. */
export const buildApi = async (
  deps: ApiDeps,
  routes: readonly (Route | Stream | Picture | Download)[],
): Promise<FastifyInstance> => {
  const { settings } = deps
  const app = bareApp(deps)
  answerTheLost(app, settings.screens !== null)
  answerWithProblems(app)
  judgeByContract(app)
  strictJson(app)
  observe(app, deps)
  await setHeaders(app, settings)
  closeGracefully(app)
  checkOrigin(app, settings.origin)
  const door = { ...(await sessionDoor(app, deps)), limited: await limitRates(app, settings.limits) }
  countReferralClicks(app, deps, door)
  await tellTheApi(app, door, settings)
  if (settings.screens !== null) await serveScreens(app, settings.screens)

  reportHealth(app, deps)
  socialSignIn(app, deps, door)
  await takeDataDeletions(app, deps, door)
  const streams = serveStreams(app, deps, door)
  for (const one of [...sessionRoutes, ...routes]) {
    if (one.call.developer && !settings.developer) continue
    if (one.kind === 'picture') mountPicture(app, deps, door, one)
    else if (one.kind === 'download') mountDownload(app, deps, door, one)
    else if (one.kind === 'stream') streams.mount(one)
    else if (one.call.multipart) await mountForm(app, deps, door, one)
    else mount(app, deps, door, one)
  }
  return app
}

const mountForm = (app: FastifyInstance, deps: ApiDeps, door: Door, one: Route) =>
  app.register(async (scope) => {
    await acceptForms(scope)
    mount(scope, deps, door, one)
  })

const bareApp = ({ settings, logger, newId }: ApiDeps): FastifyInstance =>
  Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: settings.trustProxy ?? false,
    bodyLimit: bodyLimits.ordinary,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 320, ignoreTrailingSlash: true },
    frameworkErrors: (error, _request, reply) => {
      const tooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      void refuse(
        reply.headers(bareHeaders(settings.secureCookies)),
        tooLong ? problems.tooLong() : problems.malformed(),
      )
    },
    clientErrorHandler: refuseGibberish,
  })

/** What is not even HTTP. */
const refuseGibberish = (error: Error & { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const { body } = writtenRefusal(problems.malformed(), false)
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}
