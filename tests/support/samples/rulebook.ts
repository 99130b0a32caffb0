import type { RulebookEvent } from '../../../domain/rulebook/rulebook/events.ts'
import { at } from './moments.ts'
import type { SamplesOf } from './samples-of.ts'

const draft = { book: 'ava', draftId: 'draft-1', at: at('2026-04-01') }
const by = 'account-ada'

export const rulebookSamples: SamplesOf<RulebookEvent> = {
  RuleSetDrafted: { ...draft, version: 2, by },
  SimulationRequested: { ...draft, by },
  RuleSetSimulated: {
    ...draft,
    figures: {
      accounts: 12,
      total: 240,
      lastMonth: 31,
      most: 66,
      credited: 95,
      parts: [
        { reason: 'FIVE_STARS', amount: 40 },
        { reason: 'FIRST_STAY', amount: 200 },
      ],
    },
  },
  RuleSetActivated: { ...draft, version: 2, by },
}
