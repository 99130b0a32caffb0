import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type RuleSetCommand,
  type RuleSetEvent,
  ruleSets,
  type SimulationResult,
} from '../../../domain/ava/rule-sets.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { ruleSetSamples } from '../../support/ava/event-samples.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(ruleSets)
const figures: SimulationResult = ruleSetSamples.RuleSetSimulated.figures
const april = at('2026-04-01')
const [book, by, sets] = ['ava', 'ada', [1, 2]]

const draft = (version = 2, draftId = 'draft-1'): RuleSetCommand => ({
  type: 'DraftRuleSet',
  book,
  draftId,
  version,
  sets,
  by,
  at: april,
})
const simulate = (when: Instant = april): RuleSetCommand => ({
  type: 'RequestSimulation',
  book,
  draftId: 'draft-1',
  by,
  at: when,
})
const record: RuleSetCommand = { type: 'RecordSimulation', book, draftId: 'draft-1', figures, at: april }
const activate: RuleSetCommand = { type: 'ActivateRuleSet', book, draftId: 'draft-1', by, at: april }

const draftFields = (draftId = 'draft-1') => ({ book, draftId, at: april })
const drafted = (version = 2, draftId = 'draft-1'): RuleSetEvent => ({
  type: 'RuleSetDrafted',
  data: { ...draftFields(draftId), version, by },
})
const requested = (draftId = 'draft-1'): RuleSetEvent => ({
  type: 'SimulationRequested',
  data: { ...draftFields(draftId), by },
})
const simulated = (draftId = 'draft-1'): RuleSetEvent => ({
  type: 'RuleSetSimulated',
  data: { ...draftFields(draftId), figures },
})
const activated = (version = 2, draftId = 'draft-1'): RuleSetEvent => ({
  type: 'RuleSetActivated',
  data: { ...draftFields(draftId), version, by },
})
const simulatedDraft = [drafted(), requested(), simulated()]

describe('the rule sets of a book (Q-68)', () => {
  it('drafts a rule set, simulates it on real history and then activates it', () => {
    given().when(draft()).then(drafted())
    given(drafted()).when(simulate()).then(requested())
    given(drafted(), requested()).when(record).then(simulated())
    given(...simulatedDraft)
      .when(activate)
      .then(activated())
  })

  it('accepts its own rule sets only', () => given().when(draft(3)).thenRejected({ type: 'RuleSetUnknown', sets }))

  it('rejects a draft of the active set: initially the first, later the last activated', () => {
    given().when(draft(1)).thenRejected({ type: 'RuleSetInForce', version: 1 })
    given(...simulatedDraft, activated())
      .when(draft(2, 'draft-2'))
      .thenRejected({ type: 'RuleSetInForce', version: 2 })
    given(...simulatedDraft, activated())
      .when(draft(1, 'draft-2'))
      .then(drafted(1, 'draft-2'))
  })

  it('has one draft per set, drafted once however often requested', () => {
    given(drafted()).when(draft()).thenNothing()
    given(drafted()).when(draft(2, 'draft-2')).thenRejected({ type: 'RuleSetDraftedAlready', version: 2 })
  })

  it('rejects the activation of a draft that was not simulated', () => {
    given(drafted()).when(activate).thenRejected({ type: 'RuleDraftNotSimulated' })
    given(drafted(), requested()).when(activate).thenRejected({ type: 'RuleDraftNotSimulated' })
  })

  it('activates a draft once', () => {
    given(...simulatedDraft, activated())
      .when(activate)
      .thenNothing()
    given(...simulatedDraft, activated())
      .when(simulate())
      .thenRejected({ type: 'RuleDraftActivated' })
  })

  it('rejects an unknown draft', () => {
    for (const command of [simulate(), record, activate])
      given().when(command).thenRejected({ type: 'RuleDraftUnknown' })
  })

  it('simulates once while a simulation is running, and again after ten minutes without a result', () => {
    given(drafted(), requested()).when(simulate()).thenNothing()
    const later = '2026-04-01T09:10:00.000Z' as Instant
    given(drafted(), requested())
      .when(simulate(later))
      .then({ type: 'SimulationRequested', data: { ...draftFields(), by, at: later } })
  })

  it('simulates again on request and accepts a result once', () => {
    given(...simulatedDraft)
      .when(simulate())
      .then(requested())
    given(...simulatedDraft)
      .when(record)
      .thenNothing()
  })

  it('discards simulations made against a set that is no longer active', () => {
    const other = [drafted(3, 'draft-2'), requested('draft-2'), simulated('draft-2')]
    given(...other, ...simulatedDraft, activated())
      .when({ ...activate, draftId: 'draft-2' })
      .thenRejected({ type: 'RuleDraftNotSimulated' })
  })

  it('records when each set became active', () => {
    const { activations, drafts } = fold(ruleSets, [...simulatedDraft, activated()])
    expect(activations).toEqual([{ version: 2, from: april }])
    expect(drafts).toEqual([{ draftId: 'draft-1', version: 2, status: 'activated', figures, at: april }])
  })
})

const which = fc.constantFrom('draft-1', 'draft-2', 'draft-3')
const when = fc.constantFrom(april, at('2026-04-02'))
const anyCommand: fc.Arbitrary<RuleSetCommand> = fc
  .tuple(which, when, fc.integer({ min: 1, max: 4 }), fc.constantFrom('draft', 'simulate', 'record', 'activate'))
  .map(([draftId, moment, version, kind]) => {
    const of = { book, draftId, at: moment }
    if (kind === 'draft') return { type: 'DraftRuleSet', ...of, version, sets: [1, 2, 3], by }
    if (kind === 'simulate') return { type: 'RequestSimulation', ...of, by }
    if (kind === 'record') return { type: 'RecordSimulation', ...of, figures }
    return { type: 'ActivateRuleSet', ...of, by }
  })

testDeciderProperties('a rule set', ruleSets, anyCommand, { longest: 30 })
