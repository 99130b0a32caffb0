import { AccountDeleted } from '../../domain/accounts/account-events.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { SanctionAppealApproved, SanctionLifted } from '../../domain/sanctions/sanction-record-events.ts'
import type { Policy } from '../policy.ts'

const deletions = family(AccountDeleted)

/** Starts a job that erases the deleted account and is retried until it completes. @rule Q-92 */
export const erasurePolicy = (): Policy<EventIn<typeof deletions>> => ({
  name: 'erasure',
  events: deletions,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => [
    { id: 'erasure', queue: 'erasures', job: 'erase', data: { accountId: data.accountId } },
  ],
})

const releases = family(SanctionLifted, SanctionAppealApproved, AccountDeleted)

/**
 * Starts a job that releases the hashes kept because of a lifted sanction. Also after a deletion, since the sanction may have
 * been lifted while the hashes were being kept.
 * @rule D-50
 */
export const keptHashesPolicy = (): Policy<EventIn<typeof releases>> => ({
  name: 'kept-hashes',
  events: releases,
  startsFrom: 'now',
  effects: ({ event: { data } }) => [
    { id: 'kept-hashes', queue: 'erasures', job: 'release', data: { accountId: data.accountId } },
  ],
})
