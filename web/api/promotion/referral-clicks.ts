import type { FastifyInstance, FastifyRequest } from 'fastify'
import { referralCode } from '../../contract/promotion/affiliate.ts'
import { clientAddressOf } from '../plugins/rate-limits.ts'
import type { SessionManager } from '../plugins/sessions.ts'
import type { ServerContext } from '../server-context.ts'

const registrationPages = /^\/(?:auth\/)?register(?:-client)?\/?$/

/** Point 13: who comes to a registration by somebody's link is counted, after the page has been answered and whatever happens. */
export const registerReferralClicks = (
  app: FastifyInstance,
  { countReferralClick, newId }: Pick<ServerContext, 'countReferralClick' | 'newId'>,
  guards: Pick<SessionManager, 'identify'>,
): void => {
  app.addHook('onResponse', async (request) => {
    const code = referralCodeIn(request)
    if (code === null) return
    try {
      const { person } = await guards.identify(request)
      await countReferralClick(
        { code, source: clientAddressOf(request), accountId: person?.accountId ?? null },
        newId(),
      )
    } catch (error) {
      request.log.warn({ err: error }, 'a click was not counted')
    }
  })
}

/** Of a page somebody really opens: what a browser only fetches ahead is none. */
const referralCodeIn = ({ method, url, headers }: FastifyRequest): string | null => {
  if (method !== 'GET' || isPrefetch(headers['sec-purpose'] ?? headers['purpose'])) return null
  const [path = '', query = ''] = url.split('?', 2)
  const code = registrationPages.test(path) ? new URLSearchParams(query).get('ref') : null
  return referralCode.safeParse(code).data ?? null
}

const isPrefetch = (purpose: string | readonly string[] | undefined) => /prefetch|prerender/.test(String(purpose))
