import { ClientPhotosChanged } from '../../domain/access/account/events.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Policy } from '../policy.ts'

const events = family(ClientPhotosChanged)

/** whose photos somebody else has changed is told. */
export const clientPhotosPolicy = (): Policy<EventIn<typeof events>> => ({
  name: 'client-photos',
  events,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => {
    const { accountId, byKind, at } = data
    if (byKind === 'client') return []
    return [{ name: 'notice', queue: 'mail', kind: 'client-photos-changed-mail', data: { accountId, at } }]
  },
})
