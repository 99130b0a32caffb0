import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import {
  type AdministratorEvent,
  administrators,
  type LeaveAdministration,
} from '../../../domain/accounts/administrators.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(administrators)
const leaving = (accountId: string, day: string) => ({
  accountId,
  until: at(`2026-03-0${Number(day) + 1}`),
  at: at(`2026-03-0${day}`),
})
const leave = (accountId: string, others: readonly string[], day = '1'): LeaveAdministration => ({
  type: 'LeaveAdministration',
  others,
  ...leaving(accountId, day),
})
const left = (accountId: string, day = '1'): AdministratorEvent => ({
  type: 'AdministratorLeaving',
  data: leaving(accountId, day),
})
const lastAdmin = { type: 'DeletionBlocked', obstacle: 'last-admin' } as const

describe('an administrator who deletes the account', () => {
  it('D-51: leaves while another one stays', () => {
    given()
      .when(leave('rosa', ['mario']))
      .then(left('rosa'))
    given(left('rosa'))
      .when(leave('mario', ['rosa', 'lia']))
      .then(left('mario'))
  })

  it('D-51: stays if there is no other one, or all others are leaving', () => {
    given().when(leave('rosa', [])).thenRejected(lastAdmin)
    given(left('rosa'))
      .when(leave('mario', ['rosa']))
      .thenRejected(lastAdmin)
  })

  it('D-51: leaves once, and counts again if the deletion never happened', () => {
    given(left('rosa'))
      .when(leave('rosa', ['mario']))
      .thenNothing()
    given(left('rosa'))
      .when(leave('mario', ['rosa'], '2'))
      .then(left('mario', '2'))
  })
})

testDeciderProperties(
  'the administrators',
  administrators,
  fc
    .tuple(fc.constantFrom('rosa', 'mario'), fc.subarray(['rosa', 'mario', 'lia']), fc.constantFrom('1', '2', '3'))
    .map(([id, others, day]) => leave(id, others, day)),
)
