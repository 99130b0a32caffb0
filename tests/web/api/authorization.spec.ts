import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import {
  requiresConfirmedEmail,
  type Role,
  roles,
  permissionOf,
} from '../../../infrastructure/docs-generator/role-matrix.ts'
import type { Endpoint } from '../../../web/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../../web/contract/endpoints.ts'
import { clientsByRole } from '../../support/accounts/role-clients.ts'
import { type ApiClient, csrfTokenOf, samplePathOf } from '../../support/api-client.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let people: Readonly<Record<Role, ApiClient>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  people = await clientsByRole(garbo)
  // CLI processes create four of the accounts.
}, 240_000)
afterAll(() => garbo.stop())

const unknownId = '00000000-0000-4000-8000-000000000000'
const stay = { hotelId: 'nowhere', destination: 'Roma', checkIn: '2027-03-01', checkOut: '2027-03-04', guests: 2 }
/** Bodies that are valid enough to reach the application; ids do not exist. */
const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 9, paymentScore: 9, roomConditionScore: 9 }
const bodies: Readonly<Record<string, unknown>> = {
  rateClient: { clientId: unknownId, ...scores, stayType: 'leisure', stayDate: '2026-01-10' },
  submitReview: { rating: 5, targetType: 'BUSINESS', targetId: unknownId, reasonCode: 'SERVICE' },
  editReview: { rating: 5 },
  contestRating: { reason: 'OTHER', message: 'Ho pagato tutto al mio arrivo.' },
  openDispute: { reason: 'OTHER', message: 'Contestiamo ogni parola.' },
  publishReply: { text: 'Grazie della visita.' },
  bookHotel: stay,
  decideProgramme: { decision: 'refused', reasons: 'Commissione troppo alta.' },
  createProgramme: { programName: 'Amici', commissionRate: 5 },
}
/** Sends the call and returns `yes` or the error code; for streams only the status counts. */
const callAs = async (role: Role, name: EndpointName): Promise<string> => {
  const endpoint: Endpoint = endpoints[name]
  const browser = people[role]
  const response = await fetch(garbo.address + samplePathOf(endpoint), {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      origin: garbo.address,
      cookie: browser.cookie(),
      ...(endpoint.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(endpoint.csrf ? { 'x-csrf-token': await csrfTokenOf(browser) } : {}),
    },
    ...(endpoint.body === undefined ? {} : { body: JSON.stringify(bodies[name] ?? {}) }),
  })
  if (response.status === 401 || response.status === 403) {
    const { code } = (await response.json()) as { code: string }
    return response.status === (code === 'NotSignedIn' ? 401 : 403) ? code : `${response.status} ${code}`
  }
  const body = response.headers.get('content-type')?.includes('json') === true ? await response.json() : null
  if (endpoint.stream) await response.body?.cancel()
  const isAllowed = response.status < 500 && (body as { code?: string } | null)?.code !== 'NotFound'
  return isAllowed ? 'yes' : `${response.status} ${JSON.stringify(body)}`
}

describe('access control (A-92, P-10)', () => {
  /** Logout comes last, since it ends the session. */
  const names = (Object.keys(endpoints) as EndpointName[]).sort(
    (a, b) => Number(a === 'logout') - Number(b === 'logout'),
  )

  it.each(names)('A-92, P-10: of %s matches docs/generated/roles.md for every role', async (name) => {
    const permissions: Record<string, string> = {}
    for (const role of roles) permissions[role] = await callAs(role, name)
    expect(permissions).toEqual(Object.fromEntries(roles.map((role) => [role, permissionOf(name, role)])))
  })

  it('P-10: covers every command that requires a confirmed address by a call with its name', () => {
    const restricted = Object.keys(useCases).filter(requiresConfirmedEmail)
    expect(restricted.length).toBeGreaterThan(3)
    expect(restricted.filter((name) => !(name in endpoints))).toEqual([])
  })

  it('A-92: covers every call of the server', async () => {
    const { body } = await people.visitor.get('/api/docs/json')
    const { paths } = body as { paths: Record<string, Record<string, unknown>> }
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    const declared = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
    expect(served.toSorted()).toEqual(declared.toSorted())
  })

  it('offers no call that grants a role (Q-11)', () =>
    expect(Object.values(endpoints).filter(({ path }) => /role|grant|staff/i.test(path))).toEqual([]))
})
