import type { FastifyInstance, FastifyRequest } from 'fastify'
import { referralCode } from '../../contract/promotion/affiliate.ts'
import { clientAddressOf } from '../plugins/rate-limits.ts'
import type { SessionManager } from '../plugins/sessions.ts'
import type { ServerContext } from '../server-context.ts'

const registrationPages = /^\/(?:auth\/)?register(?:-client)?\/?$/

/** Counts visits of a registration page through a referral link, after the response; failures are only logged. */
export const registerReferralClicks = (
  app: FastifyInstance,
  { countReferralClick, newId }: Pick<ServerContext, 'countReferralClick' | 'newId'>,
  sessions: Pick<SessionManager, 'identify'>,
): void => {
  app.addHook('onResponse', async (request) => {
    const code = referralCodeIn(request)
    if (code === null) return
    try {
      const { person } = await sessions.identify(request)
      await countReferralClick(
        { code, source: clientAddressOf(request), accountId: person?.accountId ?? null },
        newId(),
      )
    } catch (error) {
      request.log.warn({ err: error }, 'a click was not counted')
    }
  })
}

/** Referral code of a page the visitor opens; prefetches do not count. */
const referralCodeIn = ({ method, url, headers }: FastifyRequest): string | null => {
  if (method !== 'GET' || isPrefetch(headers['sec-purpose'] ?? headers['purpose'])) return null
  const [path = '', query = ''] = url.split('?', 2)
  const code = registrationPages.test(path) ? new URLSearchParams(query).get('ref') : null
  return referralCode.safeParse(code).data ?? null
}

const isPrefetch = (purpose: string | readonly string[] | undefined) => /prefetch|prerender/.test(String(purpose))
