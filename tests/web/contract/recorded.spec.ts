import { describe, expect, it } from 'vitest'
import { accessActs } from '../../../domain/audit/vocabulary.ts'
import type { Endpoint } from '../../../web/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../../web/contract/endpoints.ts'

const all = Object.entries(endpoints) as [EndpointName, Endpoint][]
const staffAccess = new Set(['moderator', 'admin', 'auditor'])

/** Staff calls that read or change no data of a person: figures, claims of cases, rule sets, statements without names. */
const withoutPersonalData = new Set<EndpointName>([
  'queueStatistics',
  'queueEvents',
  'nextCase',
  'claimCase',
  'releaseCase',
  'dsaStatement',
  'companyWallet',
  'ruleBooks',
  'draftRuleSet',
  'requestSimulation',
  'activateRuleSet',
  'readModelChecks',
])

/** Paths of the acts that Q-97 lists, apart from those of staff. */
const listed =
  /^(POST|PATCH|PUT|DELETE) \/api\/(auth\/(login|logout|register|verify-email|confirm-email|recover|send-|reset-|change-password|sessions|facebook\/token|biometric\/(register|authenticate|redeem|enroll|revoke|remove)$)|clients$|user\/(profile|confirm-email|delete-account)|rewards\/:code\/redeem|ava\/wallet)|\/export$/

const unrecorded = (names: readonly (readonly [EndpointName, Endpoint])[]) =>
  names.flatMap(([name, { recorded }]) => (recorded === undefined ? [name] : []))

describe('what the access log records', () => {
  it('Q-97, D-36: every call of staff that reads or changes personal data', () => {
    const ofStaff = all.filter(([, { access }]) => staffAccess.has(access))
    expect(ofStaff.length).toBeGreaterThan(30)
    expect(unrecorded(ofStaff).toSorted()).toEqual([...withoutPersonalData].toSorted())
  })

  it('Q-97: sign-in and sign-out, recovery, changes of password and address, redemptions, exports and deletion', () => {
    const found = all.filter(([, { method, path }]) => listed.test(`${method} ${path}`))
    expect(found.length).toBeGreaterThan(25)
    expect(unrecorded(found)).toEqual([])
  })

  it('Q-97: reads of staff as reads, and their decisions as decisions', () => {
    const acts = all.flatMap(([name, { access, method, recorded }]) => {
      if (recorded === undefined || !staffAccess.has(access)) return []
      const isRead = recorded.what === 'staff-read'
      return isRead === (method === 'GET' || name === 'findAccounts') ? [] : [name]
    })
    expect(acts).toEqual([])
  })

  it('Q-97: each act of its vocabulary somewhere', () => {
    const marked = new Set(all.flatMap(([, { recorded }]) => recorded?.what ?? []))
    const derived = new Set(['failed-sign-in', 'lockout', 'role-change'])
    expect(accessActs.filter((act) => !marked.has(act) && !derived.has(act))).toEqual([])
  })
})
