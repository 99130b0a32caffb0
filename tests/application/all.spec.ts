import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useCases, emailTemplates, liveTopics, modules, policies } from '../../application/all.ts'
import type { PolicyContext } from '../../application/policy-context.ts'
import type { Module } from '../../application/module.ts'
import { eventRegistry } from '../../application/event-registry.ts'
import { runPoliciesInline } from '../../application/inline-policies.ts'
import { inMemoryApplication, testNameHasher, testRuleSettings, unwrap } from '../support/application.ts'
import { samples } from '../support/event-samples.ts'
import { ratingOf } from '../support/ratings/rating-inputs.ts'
import { reviewOf } from '../support/reviews/review-inputs.ts'

const all = policies({ ruleSettings: testRuleSettings } as PolicyContext)
const repeated = (names: readonly string[]) => names.filter((name, n) => names.indexOf(name) !== n)

describe('the modules', () => {
  it('give no two use cases, policies, e-mails, scheduled tasks or queues the same name', () => {
    expect(repeated(modules.flatMap(({ useCases }) => Object.keys(useCases)))).toEqual([])
    expect(repeated(all.map(({ name }) => name))).toEqual([])
    expect(repeated(modules.flatMap(({ emails }) => Object.keys(emails)))).toEqual([])
    expect(repeated(modules.flatMap((module: Module) => Object.keys(module.schedule ?? {})))).toEqual([])
    expect(repeated(modules.flatMap((module: Module) => Object.keys(module.queues ?? {})))).toEqual([])
  })

  it('react in this order: the log of a dry run and the drafts of reversal plans depend on it', () =>
    expect(all.filter(({ react }) => react !== undefined).map(({ name }) => name)).toEqual([
      'disputes',
      'appeals',
      'opinions',
      'bursts',
      'replies',
      'releases',
      'first-contact',
      'contests',
      'contest-rulings',
      'rewards',
      'ava',
      'stays',
      'payouts',
      'payout-address',
      'cases',
      'appeal-cases',
      'contest-cases',
      'unwind',
      'conduct',
      'flagging',
      'sanction-appeals',
      'email-change',
      'identifiers',
      'affiliate',
    ]))

  it('list the live topics of every event, and of no other', () =>
    expect(Object.keys(liveTopics).toSorted()).toEqual([...eventRegistry.codecs.keys()].toSorted()))

  it('have a template for every e-mail a policy requests', () => {
    const kinds = [...eventRegistry.codecs.keys()]
      .flatMap((type) =>
        all.flatMap((policy) =>
          policy.events.codecs.has(type)
            ? (policy.effects?.({
                id: 'e',
                stream: 'review-r',
                event: { type, data: samples[type as keyof typeof samples] },
                meta: { actor: { id: null, role: 'operator' } },
              } as never) ?? [])
            : [],
        ),
      )
      .flatMap(({ queue, job }) => (queue === 'mail' ? [job] : []))
    expect([...new Set(kinds)].filter((kind) => !(kind in emailTemplates))).toEqual([])
  })
})

it('every policy has nothing left to do on the second run', async () => {
  const app = inMemoryApplication()
  await app.business('rosa')
  await app.client('ana')
  await app.moderator('mario')
  unwrap(await app.as('rosa', useCases.rateClient, ratingOf('ana', '2026-05-01')))
  const { reviewId } = unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
  unwrap(await app.as('mario', useCases.moderateReview, { reviewId, to: 'HIDDEN', notes: null }))
  const before = await app.log()
  const context = {
    ...app.deps,
    newCode: () => randomUUID().slice(0, 10),
    ruleSettings: testRuleSettings,
    lookups: app.lookups,
    nameHasher: testNameHasher,
  }
  await runPoliciesInline({
    policies: policies(context),
    logHead: () => Promise.resolve(null),
    onFailure: () => expect.unreachable(),
  })(before)
  expect(await app.log()).toEqual(before)
  expect(app.unexpectedFailures).toEqual([])
})
