import {
  AppealApproved,
  AppealRejected,
  PermanentSuspensionImposed,
  SanctionLifted,
  SuspensionImposed,
  WarningIssued,
} from '../../domain/conduct/conduct/events.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Policy } from '../policy.ts'

const events = family(
  WarningIssued,
  SuspensionImposed,
  PermanentSuspensionImposed,
  SanctionLifted,
  AppealApproved,
  AppealRejected,
)

const letters = {
  WarningIssued: 'sanction-mail',
  SuspensionImposed: 'sanction-mail',
  PermanentSuspensionImposed: 'sanction-mail',
  SanctionLifted: 'sanction-lifted-mail',
  AppealApproved: 'sanction-appeal-mail',
  AppealRejected: 'sanction-appeal-mail',
} as const

/** Whoever is sanctioned is told why and what can be done about it; the job only names the account and the sanction. */
export const conductLettersPolicy = (): Policy<EventIn<typeof events>> => ({
  name: 'conduct-letters',
  events,
  startsFrom: 'beginning',
  effects: ({ event: { type, data } }) => {
    const { accountId, sanctionId } = data
    return [{ name: 'letter', queue: 'mail', kind: letters[type], data: { accountId, sanctionId } }]
  },
})
