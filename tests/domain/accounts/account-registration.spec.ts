import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import type { AccountEvent } from '../../../domain/accounts/account-events.ts'
import { account } from '../../../domain/accounts/account.ts'
import { dataDeletionRequest, type DataDeletionRequestCommand } from '../../../domain/accounts/data-deletion-request.ts'
import {
  businessRegistered,
  changePassword,
  clientRegistered,
  giulia,
  identityLinked,
  identityUnlinked,
  linkIdentity,
  passwordChanged,
  registerByIdentity,
  unlinkIdentity,
} from '../../support/accounts/account-fixtures.ts'
import { accountSamples } from '../../support/accounts/event-samples.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(account)
const confirmed = (when = giulia.at): AccountEvent => ({
  type: 'EmailConfirmed',
  data: { accountId: giulia.accountId, kind: 'client', clientId: giulia.clientId, at: when },
})

describe('a linked social identity', () => {
  it('Q-19: opens a client account whose address is confirmed if the provider says so', () => {
    given().when(registerByIdentity(true)).then(clientRegistered, identityLinked(), confirmed())
    given().when(registerByIdentity(false)).then(clientRegistered, identityLinked())
  })

  it('opens one account however often the request is sent', () =>
    given(clientRegistered, identityLinked(), confirmed()).when(registerByIdentity(true)).thenNothing())

  it('Q-19: can be linked once to an account with a confirmed address', () => {
    const [link, linked] = [linkIdentity(), identityLinked(at('2026-02-01'))]
    given(clientRegistered, confirmed()).when(link).then(linked)
    given(clientRegistered, confirmed(), linked).when(link).thenNothing()
  })

  it('Q-19: is never linked to an unconfirmed account or to a business', () => {
    given(clientRegistered).when(linkIdentity()).thenRejected({ type: 'SocialNeedsConfirmedEmail' })
    given(businessRegistered).when(linkIdentity()).thenRejected({ type: 'SocialForClientsOnly' })
  })

  it('is unlinked when somebody else proves ownership of the address by mail', () => {
    const when = at('2026-03-01')
    const changed = passwordChanged({ changeId: 'change-1', reason: 'reset', at: when })
    given(clientRegistered, identityLinked())
      .when(changePassword('change-1', 'reset'))
      .then(changed, identityUnlinked('owner-proven', when))
    given(clientRegistered, identityLinked(), confirmed()).when(changePassword('change-1', 'reset')).then(changed)
  })

  it('is unlinked once', () => {
    const unlinked = identityUnlinked('provider-asked', at('2026-02-02'))
    given(clientRegistered, identityLinked(), confirmed()).when(unlinkIdentity()).then(unlinked)
    given(clientRegistered, identityLinked(), confirmed(), unlinked).when(unlinkIdentity()).thenNothing()
  })
})

describe('a provider’s deletion request', () => {
  const { given: asked } = spec(dataDeletionRequest)
  const request = (when = accountSamples.DataDeletionRequested.at): DataDeletionRequestCommand => ({
    type: 'RequestDataDeletion',
    ...accountSamples.DataDeletionRequested,
    at: when,
  })

  it('is recorded once, as first received', () => {
    const recorded = { type: 'DataDeletionRequested', data: accountSamples.DataDeletionRequested } as const
    asked().when(request()).then(recorded)
    asked(recorded)
      .when(request(at('2026-05-01')))
      .thenNothing()
  })
  testDeciderProperties(
    'a request to delete',
    dataDeletionRequest,
    fc.constantFrom(at('2026-04-01'), at('2026-04-02')).map(request),
  )
})
