import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../../application/all.ts'
import {
  requiresConfirmedEmail,
  type Role,
  roles,
  verdictOf,
} from '../../../infrastructure/docs-generator/role-matrix.ts'
import type { Call } from '../../../web/contract/call.ts'
import { type CallName, calls } from '../../../web/contract/calls.ts'
import { clientsByRole } from '../../support/accounts/role-clients.ts'
import { type ApiClient, csrfTokenOf, samplePathOf } from '../../support/api-client.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let people: Readonly<Record<Role, ApiClient>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  people = await clientsByRole(garbo)
  // four accounts are created by CLI processes
}, 240_000)
afterAll(() => garbo.stop())

const nobody = '00000000-0000-4000-8000-000000000000'
const stay = { hotelId: 'nowhere', destination: 'Roma', checkIn: '2027-03-01', checkOut: '2027-03-04', guests: 2 }
/** Bodies that are valid enough to reach the application; ids do not exist. */
const bodies: Readonly<Record<string, unknown>> = {
  submitReview: { rating: 5, targetType: 'BUSINESS', targetId: nobody, reasonCode: 'SERVICE' },
  editReview: { rating: 5 },
  openDispute: { reason: 'OTHER', message: 'Contestiamo ogni parola.' },
  publishReply: { text: 'Grazie della visita.' },
  bookHotel: stay,
  createProgramme: { programName: 'Amici', commissionRate: 5 },
}
/** Sends the call and returns `yes` or the error code; for streams only the status counts. */
const callAs = async (role: Role, name: CallName): Promise<string> => {
  const call: Call = calls[name]
  const browser = people[role]
  const response = await fetch(garbo.address + samplePathOf(call), {
    method: call.method,
    redirect: 'manual',
    headers: {
      origin: garbo.address,
      cookie: browser.cookie(),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.csrf ? { 'x-csrf-token': await csrfTokenOf(browser) } : {}),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(bodies[name] ?? {}) }),
  })
  if (response.status === 401 || response.status === 403) {
    const { code } = (await response.json()) as { code: string }
    return response.status === (code === 'NotSignedIn' ? 401 : 403) ? code : `${response.status} ${code}`
  }
  const refused = response.headers.get('content-type')?.includes('json') === true ? await response.json() : null
  if (call.stream) await response.body?.cancel()
  const answered = response.status < 500 && (refused as { code?: string } | null)?.code !== 'NotFound'
  return answered ? 'yes' : `${response.status} ${JSON.stringify(refused)}`
}

describe('access control (A-92, P-10)', () => {
  /** Logout comes last. */
  const names = (Object.keys(calls) as CallName[]).sort((a, b) => Number(a === 'logout') - Number(b === 'logout'))

  it.each(names)('A-92, P-10: %s by every role matches docs/generated/roles.md', async (name) => {
    const answers: Record<string, string> = {}
    for (const role of roles) answers[role] = await callAs(role, name)
    expect(answers).toEqual(Object.fromEntries(roles.map((role) => [role, verdictOf(name, role)])))
  })

  it('P-10: every command that requires a confirmed address has a call with its name', () => {
    const wanting = Object.keys(commands).filter(requiresConfirmedEmail)
    expect(wanting.length).toBeGreaterThan(3)
    expect(wanting.filter((name) => !(name in calls))).toEqual([])
  })

  it('A-92: the server has no call outside the table', async () => {
    const { body } = await people.visitor.get('/api/docs/json')
    const { paths } = body as { paths: Record<string, Record<string, unknown>> }
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    const told = Object.values(calls).map(({ method, path }) => `${method} ${path}`)
    expect(served.toSorted()).toEqual(told.toSorted())
  })

  it('no call grants a role (Q-11)', () =>
    expect(Object.values(calls).filter(({ path }) => /role|grant|staff/i.test(path))).toEqual([]))
})
