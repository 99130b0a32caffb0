import { family, type EventIn } from '../../domain/kernel/event.ts'
import { CaseClaimed, CaseOpened } from '../../domain/moderation/case/events.ts'
import type { Policy } from '../policy.ts'

const events = family(CaseOpened, CaseClaimed)

/** B-47: a case hears of its deadline, and of the end of its claim, by a job of its own. */
export const deadlinesPolicy = (): Policy<EventIn<typeof events>> => ({
  name: 'deadlines',
  events,
  startsFrom: 'beginning',
  effects: ({ event: { type, data } }) => {
    const { caseId } = data
    return type === 'CaseOpened'
      ? [{ name: 'due', queue: 'deadlines', kind: 'case-due', data: { caseId }, runAt: justAfter(data.dueAt) }]
      : [{ name: 'lapse', queue: 'deadlines', kind: 'claim-over', data: { caseId }, runAt: justAfter(data.until) }]
  },
})

const justAfter = (at: string) => new Date(Date.parse(at) + 1)
