import { PersonalDataOpened } from '../../domain/audit/openings.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import type { Policy } from '../policy.ts'

const events = family(PersonalDataOpened)

/** Informs everyone whose personal data an administrator has opened. The e-mail quotes the reason; the job has only ids. @rule D-46 */
export const openingsPolicy = (): Policy<EventIn<typeof events>> => ({
  name: 'openings',
  events,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => {
    const { accountId, openingId, by } = data
    const job = { queue: 'mail', job: 'data-opened-mail', data: { accountId, openingId, by } } as const
    return [{ id: `notice-${accountId}`, ...job }]
  },
})
