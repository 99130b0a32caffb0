import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { rulebook, type Figures, type RulebookCommand } from '../../../domain/rulebook/rulebook/decider.ts'
import type { RulebookEvent } from '../../../domain/rulebook/rulebook/events.ts'
import { deciderKeepsItsPromises } from '../../support/decider-properties.ts'
import { at } from '../../support/samples/moments.ts'
import { rulebookSamples } from '../../support/samples/rulebook.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(rulebook)
const figures: Figures = rulebookSamples.RuleSetSimulated.figures
const april = at('2026-04-01')
const [book, by, sets] = ['ava', 'ada', [1, 2]]

const draft = (version = 2, draftId = 'draft-1'): RulebookCommand => ({
  type: 'DraftRuleSet',
  book,
  draftId,
  version,
  sets,
  by,
  at: april,
})
const simulate = (when: Instant = april): RulebookCommand => ({
  type: 'RequestSimulation',
  book,
  draftId: 'draft-1',
  by,
  at: when,
})
const record: RulebookCommand = { type: 'RecordSimulation', book, draftId: 'draft-1', figures, at: april }
const activate: RulebookCommand = { type: 'ActivateRuleSet', book, draftId: 'draft-1', by, at: april }

const about = (draftId = 'draft-1') => ({ book, draftId, at: april })
const drafted = (version = 2, draftId = 'draft-1'): RulebookEvent => ({
  type: 'RuleSetDrafted',
  data: { ...about(draftId), version, by },
})
const requested = (draftId = 'draft-1'): RulebookEvent => ({
  type: 'SimulationRequested',
  data: { ...about(draftId), by },
})
const simulated = (draftId = 'draft-1'): RulebookEvent => ({
  type: 'RuleSetSimulated',
  data: { ...about(draftId), figures },
})
const activated = (version = 2, draftId = 'draft-1'): RulebookEvent => ({
  type: 'RuleSetActivated',
  data: { ...about(draftId), version, by },
})
const ready = [drafted(), requested(), simulated()]

describe('a rule book (Q-68)', () => {
  it('drafts a rule set, simulates it on real history and then activates it', () => {
    given().when(draft()).then(drafted())
    given(drafted()).when(simulate()).then(requested())
    given(drafted(), requested()).when(record).then(simulated())
    given(...ready)
      .when(activate)
      .then(activated())
  })

  it('accepts its own rule sets only', () => given().when(draft(3)).thenRejected({ type: 'RuleSetUnknown', sets }))

  it('refuses to draft the active set: initially the first, later the last activated', () => {
    given().when(draft(1)).thenRejected({ type: 'RuleSetInForce', version: 1 })
    given(...ready, activated())
      .when(draft(2, 'draft-2'))
      .thenRejected({ type: 'RuleSetInForce', version: 2 })
    given(...ready, activated())
      .when(draft(1, 'draft-2'))
      .then(drafted(1, 'draft-2'))
  })

  it('has one draft per set, drafted once however often requested', () => {
    given(drafted()).when(draft()).thenNothing()
    given(drafted()).when(draft(2, 'draft-2')).thenRejected({ type: 'RuleSetDraftedAlready', version: 2 })
  })

  it('refuses to activate a draft that was not simulated', () => {
    given(drafted()).when(activate).thenRejected({ type: 'RuleDraftNotSimulated' })
    given(drafted(), requested()).when(activate).thenRejected({ type: 'RuleDraftNotSimulated' })
  })

  it('activates a draft once', () => {
    given(...ready, activated())
      .when(activate)
      .thenNothing()
    given(...ready, activated())
      .when(simulate())
      .thenRejected({ type: 'RuleDraftActivated' })
  })

  it('refuses an unknown draft', () => {
    for (const command of [simulate(), record, activate])
      given().when(command).thenRejected({ type: 'RuleDraftUnknown' })
  })

  it('simulates once while a simulation is running, and again after ten minutes without a result', () => {
    given(drafted(), requested()).when(simulate()).thenNothing()
    const later = '2026-04-01T09:10:00.000Z' as Instant
    given(drafted(), requested())
      .when(simulate(later))
      .then({ type: 'SimulationRequested', data: { ...about(), by, at: later } })
  })

  it('simulates again on request and accepts a result once', () => {
    given(...ready)
      .when(simulate())
      .then(requested())
    given(...ready)
      .when(record)
      .thenNothing()
  })

  it('discards simulations made against a set that is no longer active', () => {
    const other = [drafted(3, 'draft-2'), requested('draft-2'), simulated('draft-2')]
    given(...other, ...ready, activated())
      .when({ ...activate, draftId: 'draft-2' })
      .thenRejected({ type: 'RuleDraftNotSimulated' })
  })

  it('records when each set became active', () => {
    const { changes, drafts } = fold(rulebook, [...ready, activated()])
    expect(changes).toEqual([{ version: 2, from: april }])
    expect(drafts).toEqual([{ draftId: 'draft-1', version: 2, status: 'activated', figures, at: april }])
  })
})

const which = fc.constantFrom('draft-1', 'draft-2', 'draft-3')
const when = fc.constantFrom(april, at('2026-04-02'))
const anyCommand: fc.Arbitrary<RulebookCommand> = fc
  .tuple(which, when, fc.integer({ min: 1, max: 4 }), fc.constantFrom('draft', 'simulate', 'record', 'activate'))
  .map(([draftId, moment, version, kind]) => {
    const of = { book, draftId, at: moment }
    if (kind === 'draft') return { type: 'DraftRuleSet', ...of, version, sets: [1, 2, 3], by }
    if (kind === 'simulate') return { type: 'RequestSimulation', ...of, by }
    if (kind === 'record') return { type: 'RecordSimulation', ...of, figures }
    return { type: 'ActivateRuleSet', ...of, by }
  })

deciderKeepsItsPromises('a rule book', rulebook, anyCommand, { longest: 30 })
