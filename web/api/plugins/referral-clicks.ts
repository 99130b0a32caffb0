import type { FastifyInstance, FastifyRequest } from 'fastify'
import { referralCode } from '../../contract/affiliate.ts'
import type { ApiDeps } from '../deps.ts'
import type { Doorkeeper } from './sessions.ts'
import { sourceOf } from './limits.ts'

const pages = /^\/(?:auth\/)?register(?:-client)?\/?$/

/** Point 13: who comes to a registration by somebody's link is counted, after the page has been answered and whatever happens. */
export const countReferralClicks = (
  app: FastifyInstance,
  { referralClick, newId }: Pick<ApiDeps, 'referralClick' | 'newId'>,
  door: Pick<Doorkeeper, 'recognise'>,
): void => {
  app.addHook('onResponse', async (request) => {
    const code = codeIn(request)
    if (code === null) return
    try {
      const { person } = await door.recognise(request)
      await referralClick({ code, source: sourceOf(request), accountId: person?.accountId ?? null }, newId())
    } catch (error) {
      request.log.warn({ err: error }, 'a click was not counted')
    }
  })
}

/** Of a page somebody really opens: what a browser only fetches ahead is none. */
const codeIn = ({ method, url, headers }: FastifyRequest): string | null => {
  if (method !== 'GET' || isAhead(headers['sec-purpose'] ?? headers['purpose'])) return null
  const [path = '', query = ''] = url.split('?', 2)
  const code = pages.test(path) ? new URLSearchParams(query).get('ref') : null
  return referralCode.safeParse(code).data ?? null
}

const isAhead = (purpose: string | readonly string[] | undefined) => /prefetch|prerender/.test(String(purpose))
