import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import {
  appealCaseId,
  contestCaseId,
  flagAbuseCaseId,
  flagCaseId,
  disputeCaseId,
} from '../../../application/moderation/cases.ts'
import type { AppFailure, UseCaseWithAccess } from '../../../application/use-case.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { inMemoryApplication, submitReviewIn, testRuleSettings, unwrap } from '../../support/application.ts'

const relations = ['stranger', 'author', 'reporter', 'venue', 'connected', 'competitor', 'colleague'] as const
type Relation = (typeof relations)[number]
type Role = 'MODERATORE' | 'ADMIN'

/** Ana reviewed Rosa's hotel, Ugo flagged the review. Mario is a moderator, Lia an administrator. */
const openScene = async () => {
  const app = inMemoryApplication({ sanctions: { ...testRuleSettings.sanctions, permanentNeedsTwo: true } })
  await app.client('ana', { phone: '+39 333 1234567' })
  await app.business('rosa')
  await app.client('ugo')
  await app.moderator('mario')
  await app.moderator('lia')
  await app.grant('lia', 'ADMIN')
  const reviewId = randomUUID()
  const target = { targetType: 'BUSINESS', targetId: 'rosa', visibility: 'PUBLIC_ANONYMOUS' } as const
  const content = { rating: 2, comment: 'Camera rumorosa', reasonCode: 'SERVICE', reasonTags: [] } as const
  unwrap(await app.as('ana', useCases.submitReview, { reviewId, ...target, ...content }))
  const flag = async (flagged: string) => {
    const flagId = randomUUID()
    unwrap(await app.as('ugo', useCases.flagReview, { flagId, reviewId: flagged, reason: 'FAKE', note: null }))
    return flagId
  }
  const flagId = await flag(reviewId)
  const sanctionOf = async (accountId: string, severity: 'LOW' | 'PERMANENT') => {
    const sanctionId = randomUUID()
    const sanction = { sanctionId, accountId, reason: 'SPAM', severity, description: null } as const
    unwrap(await app.as('lia', useCases.imposeSanction, sanction))
    return sanctionId
  }
  const idOf = async (type: string) => (await app.log()).findLast(({ event }) => event.type === type)?.id ?? ''
  return { app, reviewId, flagId, flag, sanctionOf, idOf }
}
type Scene = Awaited<ReturnType<typeof openScene>>

/** The account that acts. A colleague is a stranger to whom the others are staff. */
const actor: Readonly<Record<Relation, (app: Scene['app']) => Promise<string>>> = {
  stranger: (app) => app.moderator('nina'),
  author: async () => 'ana',
  reporter: async () => 'ugo',
  venue: async () => 'rosa',
  connected: (app) => app.client('carla', { phone: '333 1234567' }),
  competitor: (app) => app.business('diva'),
  colleague: async (app) => {
    for (const account of ['ana', 'ugo', 'rosa']) await app.grant(account, 'REVISORE')
    return app.moderator('nina')
  },
}

interface Act {
  readonly by: (accountId: string) => Promise<E.Either<AppFailure, unknown>>
}
const act = <I, O>({ app }: Scene, command: UseCaseWithAccess<I, O>, input: I): Act => ({
  by: (accountId) => app.as(accountId, command, input),
})

const findings = 'Abbiamo riletto tutto con attenzione.'
const day = '2026-05-03' as Day
const dispute = { reason: 'INCORRECT_INFO', message: 'Non è andata così, affatto.', evidenceUrls: [] } as const

const contest = { reason: 'INCORRECT_INFO', message: 'Ho pagato tutto al mio arrivo.' } as const

const disputed = async (scene: Scene) =>
  unwrap(await scene.app.as('rosa', useCases.openDispute, { reviewId: scene.reviewId, ...dispute }))

const appealed = async ({ app, reviewId, idOf }: Scene) => {
  unwrap(await app.as('mario', useCases.moderateReview, { reviewId, to: 'HIDDEN', notes: null }))
  const decisionId = await idOf('ReviewHidden')
  unwrap(await app.as('ana', useCases.lodgeAppeal, { decisionId, text: findings }))
  return decisionId
}

const appealedSanction = async ({ app, sanctionOf }: Scene) => {
  const sanctionId = await sanctionOf('ana', 'LOW')
  unwrap(await app.as('ana', useCases.appealSanction, { sanctionId, reason: findings }))
  return sanctionId
}

const flagsDismissed = async ({ app, flag }: Scene) => {
  for (let n = 0; n < 6; n++) {
    const { reviewId } = await submitReviewIn(app, 'ana')
    const decision = { flagId: await flag(reviewId), outcome: 'DISMISSED', notes: null } as const
    unwrap(await app.as('mario', useCases.decideFlag, decision))
  }
  return flagAbuseCaseId('ugo', 1)
}

const drafted = async ({ app, reviewId }: Scene) =>
  unwrap(await app.as('mario', useCases.draftReversalPlan, { reviewId })).planId

const excluded = async ({ app }: Scene) => {
  const exclusionId = randomUUID()
  const period = {
    businessId: 'rosa',
    exclusionId,
    from: day,
    to: day,
    reason: 'FAKE_ACCOUNTS',
    facts: findings,
  } as const
  unwrap(await app.as('lia', useCases.excludePeriod, period))
  return exclusionId
}

const rated = async ({ app }: Scene) => {
  const scores = { overall: 2, punctuality: 8, kindness: 9, payment: 10, roomCondition: 7 }
  const stay = { stayType: 'leisure', stayDate: day } as const
  const rating = { client: { accountId: 'ana' }, ...scores, ...stay, comment: null }
  unwrap(await app.as('rosa', useCases.rateClient, rating))
  return (await app.events('ClientRated')).at(-1)?.ratingId ?? ''
}

const contested = async (scene: Scene) => {
  const ratingId = await rated(scene)
  unwrap(await scene.app.as('ana', useCases.contestRating, { ratingId, ...contest }))
  return ratingId
}

const appealedContest = async (scene: Scene) => {
  const decision = { outcome: 'KEPT', moderatorNotes: null, resolution: null, reasons: { facts: findings } } as const
  unwrap(await scene.app.as('mario', useCases.decideRatingContest, { ratingId: await contested(scene), ...decision }))
  const decisionId = await scene.idOf('RatingKept')
  unwrap(await scene.app.as('ana', useCases.lodgeAppeal, { decisionId, text: findings }))
  return decisionId
}

const waitingProgramme = async ({ app }: Scene) => {
  const programmeId = randomUUID()
  const programme = { programmeId, name: 'Amici', description: null, rateHundredths: 4000 }
  unwrap(await app.as('rosa', useCases.createProgramme, programme))
  return programmeId
}

const sanctionFor = (accountId: string) =>
  ({ sanctionId: randomUUID(), accountId, reason: 'SPAM', severity: 'LOW', description: null }) as const

/** Prepares the action. */
const actions = {
  'claims a case of flags': async (s) => act(s, useCases.claimCase, { caseId: flagCaseId(s.reviewId, 1) }),
  'claims the next case': async (s) => act(s, useCases.nextCase, { lane: null }),
  'releases a colleague’s case': async (s) => {
    unwrap(await s.app.as('mario', useCases.claimCase, { caseId: flagCaseId(s.reviewId, 1) }))
    return act(s, useCases.releaseCase, { caseId: flagCaseId(s.reviewId, 1) })
  },
  'reads suggested reasons': async (s) =>
    act(s, useCases.suggestReasons, { reviewId: s.reviewId, decision: 'HIDDEN', flagId: null }),
  'decides a flag': async (s) =>
    act(s, useCases.decideFlag, { flagId: s.flagId, outcome: 'DISMISSED', notes: 'Va bene.' }),
  'hides a review': async (s) => act(s, useCases.moderateReview, { reviewId: s.reviewId, to: 'HIDDEN', notes: null }),
  'hides a review whose flags are decided': async (s) => {
    unwrap(await s.app.as('mario', useCases.decideFlag, { flagId: s.flagId, outcome: 'DISMISSED', notes: null }))
    return act(s, useCases.moderateReview, { reviewId: s.reviewId, to: 'HIDDEN', notes: null })
  },
  'claims a dispute': async (s) => {
    await disputed(s)
    return act(s, useCases.claimCase, { caseId: disputeCaseId(s.reviewId) })
  },
  'decides a dispute': async (s) => {
    await disputed(s)
    const status = { disputeId: s.reviewId, status: 'RESOLVED_UPHELD', moderatorNotes: null, resolution: null } as const
    return act(s, useCases.setDisputeStatus, status)
  },
  'replays a dispute': async (s) => {
    await disputed(s)
    return act(s, useCases.replayCase, { caseId: disputeCaseId(s.reviewId) })
  },
  'takes an appeal': async (s) => act(s, useCases.takeAppealUnderReview, { decisionId: await appealed(s) }),
  'decides an appeal': async (s) => {
    const decision = { decisionId: await appealed(s), outcome: 'OVERTURNED', measure: null, facts: findings } as const
    return act(s, useCases.decideAppeal, decision)
  },
  'drafts a reversal': async (s) => act(s, useCases.draftReversalPlan, { reviewId: s.reviewId }),
  'reads a reversal': async (s) => {
    await drafted(s)
    return act(s, useCases.latestReversalOfReview, { reviewId: s.reviewId })
  },
  'approves a reversal': async (s) => act(s, useCases.approveReversal, { planId: await drafted(s) }),
  'sanctions the author': async (s) => act(s, useCases.imposeSanction, sanctionFor('ana')),
  'sanctions the venue': async (s) => act(s, useCases.imposeSanction, sanctionFor('rosa')),
  'sanctions an administrator': async (s) => act(s, useCases.imposeSanction, sanctionFor('lia')),
  'lifts a sanction of the author': async (s) =>
    act(s, useCases.liftSanction, { sanctionId: await s.sanctionOf('ana', 'LOW'), reason: findings }),
  'lifts the sanction for an upheld flag': async (s) => {
    unwrap(await s.app.as('mario', useCases.decideFlag, { flagId: s.flagId, outcome: 'UPHELD', notes: null }))
    const [warning] = await s.app.events('WarningIssued')
    return act(s, useCases.liftSanction, { sanctionId: warning?.sanctionId ?? '', reason: findings })
  },
  'takes an appeal against a sanction': async (s) =>
    act(s, useCases.takeSanctionAppealUnderReview, { sanctionId: await appealedSanction(s) }),
  'decides an appeal against a sanction': async (s) => {
    const decision = { sanctionId: await appealedSanction(s), decision: 'APPROVED', reason: findings } as const
    return act(s, useCases.decideSanctionAppeal, decision)
  },
  'consents to a permanent suspension': async (s) =>
    act(s, useCases.answerProposal, { sanctionId: await s.sanctionOf('ana', 'PERMANENT'), outcome: 'consented' }),
  'refuses a permanent suspension': async (s) =>
    act(s, useCases.answerProposal, { sanctionId: await s.sanctionOf('ana', 'PERMANENT'), outcome: 'refused' }),
  'claims a case of flag abuse': async (s) => act(s, useCases.claimCase, { caseId: await flagsDismissed(s) }),
  'decides flag abuse': async (s) => {
    const decision = { caseId: await flagsDismissed(s), outcome: 'abusive', facts: findings } as const
    return act(s, useCases.decideFlagAbuse, decision)
  },
  'excludes a period': async (s) => {
    const period = { from: day, to: day, reason: 'FAKE_ACCOUNTS', facts: findings } as const
    return act(s, useCases.excludePeriod, { businessId: 'rosa', exclusionId: randomUUID(), ...period })
  },
  'includes a period again': async (s) =>
    act(s, useCases.liftExclusion, { businessId: 'rosa', exclusionId: await excluded(s), facts: findings }),
  'removes a rating': async (s) =>
    act(s, useCases.removeRating, { ratingId: await rated(s), ground: 'FAKE', facts: findings }),
  'claims a contested rating': async (s) => act(s, useCases.claimCase, { caseId: contestCaseId(await contested(s)) }),
  'decides a contested rating': async (s) => {
    const decision = {
      outcome: 'STRUCK',
      moderatorNotes: null,
      resolution: null,
      reasons: { facts: findings },
    } as const
    return act(s, useCases.decideRatingContest, { ratingId: await contested(s), ...decision })
  },
  'claims an appeal about a contested rating': async (s) =>
    act(s, useCases.claimCase, { caseId: appealCaseId(await appealedContest(s)) }),
  'decides an appeal about a contested rating': async (s) => {
    const decision = { outcome: 'OVERTURNED', measure: null, facts: findings } as const
    return act(s, useCases.decideAppeal, { decisionId: await appealedContest(s), ...decision })
  },
  'approves a programme': async (s) => {
    const programme = { accountId: 'rosa', programmeId: await waitingProgramme(s) }
    return act(s, useCases.decideProgramme, { ...programme, decision: 'approved', reasons: findings })
  },
} as const satisfies Readonly<Record<string, (scene: Scene) => Promise<Act>>>

type Action = keyof typeof actions

/** `yes`; `own`: own matter; `admin`: takes an administrator; otherwise the rejection. */
const outcomeOf = (result: E.Either<AppFailure, unknown>): string => {
  if (E.isRight(result)) return 'yes'
  if (result.left.type !== 'Rejected') return result.left.type
  const { rejection } = result.left
  if (rejection.type === 'OwnMatter') return 'own'
  return rejection.type === 'Forbidden' && rejection.needs === 'admin' ? 'admin' : rejection.type
}

const QueueEmpty = 'QueueEmpty'
const Claimed = 'ClaimedByAnother'
const Suspended = 'AccountSuspended'

/** Columns as in `relations`; the moderator's row, then the administrator's if it differs. */
const table: Readonly<Record<Action, readonly (readonly string[])[]>> = {
  //                                         stranger author reporter venue connected competitor colleague
  'claims a case of flags': [['yes', 'own', 'own', 'own', 'own', 'own', 'yes']],
  'claims the next case': [['yes', QueueEmpty, QueueEmpty, QueueEmpty, QueueEmpty, QueueEmpty, 'yes']],
  'releases a colleague’s case': [[Claimed, 'own', 'own', 'own', 'own', 'own', Claimed]],
  'reads suggested reasons': [['yes', 'own', 'own', 'own', 'own', 'own', 'yes']],
  'decides a flag': [['yes', 'own', 'own', 'own', 'own', 'own', 'yes']],
  'hides a review': [['yes', 'own', 'own', 'own', 'own', 'own', 'yes']],
  'hides a review whose flags are decided': [['yes', 'own', 'own', 'own', 'own', 'own', 'yes']],
  'claims a dispute': [['yes', 'own', 'own', 'own', 'own', 'own', 'yes']],
  'decides a dispute': [['yes', 'own', 'own', 'own', 'own', 'own', 'yes']],
  // author and venue see the masked replay of a party
  'replays a dispute': [['yes', 'yes', 'own', 'yes', 'own', 'own', 'yes']],
  'takes an appeal': [['yes', 'own', 'own', 'own', 'own', 'own', 'yes']],
  'decides an appeal': [['yes', 'own', 'own', 'own', 'own', 'own', 'yes']],
  'drafts a reversal': [['yes', 'own', 'own', 'own', 'own', 'own', 'yes']],
  'reads a reversal': [['yes', 'own', 'own', 'own', 'own', 'own', 'yes']],
  'approves a reversal': [['yes', 'own', 'own', 'own', 'own', 'own', 'yes']],
  'sanctions the author': [
    ['yes', 'own', 'yes', 'own', 'own', 'yes', 'admin'],
    ['yes', 'own', 'yes', 'own', 'own', 'yes', 'yes'],
  ],
  'sanctions the venue': [
    ['yes', 'own', 'yes', 'own', 'yes', 'own', 'admin'],
    ['yes', 'own', 'yes', 'own', 'yes', 'own', 'yes'],
  ],
  'sanctions an administrator': [
    ['admin', 'admin', 'admin', 'admin', 'admin', 'admin', 'admin'],
    ['yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  ],
  'lifts a sanction of the author': [
    ['yes', 'own', 'yes', 'own', 'own', 'yes', 'admin'],
    ['yes', 'own', 'yes', 'own', 'own', 'yes', 'yes'],
  ],
  'lifts the sanction for an upheld flag': [
    ['yes', 'own', 'own', 'own', 'own', 'own', 'admin'],
    ['yes', 'own', 'own', 'own', 'own', 'own', 'yes'],
  ],
  'takes an appeal against a sanction': [
    ['yes', 'own', 'yes', 'own', 'own', 'yes', 'admin'],
    ['yes', 'own', 'yes', 'own', 'own', 'yes', 'yes'],
  ],
  'decides an appeal against a sanction': [
    ['yes', 'own', 'yes', 'own', 'own', 'yes', 'admin'],
    ['yes', 'own', 'yes', 'own', 'own', 'yes', 'yes'],
  ],
  'consents to a permanent suspension': [
    ['yes', Suspended, 'yes', 'own', 'own', 'yes', 'admin'],
    ['yes', Suspended, 'yes', 'own', 'own', 'yes', 'yes'],
  ],
  'refuses a permanent suspension': [
    ['yes', Suspended, 'yes', 'own', 'own', 'yes', 'admin'],
    ['yes', Suspended, 'yes', 'own', 'own', 'yes', 'yes'],
  ],
  'claims a case of flag abuse': [
    ['yes', 'own', 'own', 'yes', 'own', 'yes', 'admin'],
    ['yes', 'own', 'own', 'yes', 'own', 'yes', 'yes'],
  ],
  'decides flag abuse': [
    ['yes', 'own', 'own', 'yes', 'own', 'yes', 'admin'],
    ['yes', 'own', 'own', 'yes', 'own', 'yes', 'yes'],
  ],
  'excludes a period': [['yes', 'own', 'yes', 'own', 'yes', 'own', 'yes']],
  'includes a period again': [['yes', 'own', 'yes', 'own', 'yes', 'own', 'yes']],
  'removes a rating': [['yes', 'own', 'yes', 'own', 'own', 'own', 'yes']],
  'claims a contested rating': [['yes', 'own', 'yes', 'own', 'own', 'own', 'yes']],
  'decides a contested rating': [['yes', 'own', 'yes', 'own', 'own', 'own', 'yes']],
  'claims an appeal about a contested rating': [['yes', 'own', 'yes', 'own', 'own', 'own', 'yes']],
  'decides an appeal about a contested rating': [['yes', 'own', 'yes', 'own', 'own', 'own', 'yes']],
  'approves a programme': [
    ['admin', 'admin', 'admin', 'admin', 'admin', 'admin', 'admin'],
    ['yes', 'yes', 'yes', 'OwnProgramme', 'yes', 'own', 'yes'],
  ],
}

const cellsOf = (role: Role) =>
  (Object.keys(table) as readonly Action[]).flatMap((action) =>
    relations.map((relation, column) => {
      const row = role === 'ADMIN' ? table[action].at(-1) : table[action][0]
      return { action, relation, role, expected: row?.[column] ?? '' }
    }),
  )

it('Q-128: a moderator gets the next case even if many cases before it are about competitors', async () => {
  const scene = await openScene()
  const { app, flag } = scene
  for (let n = 0; n < 30; n++) await flag((await submitReviewIn(app, 'ana')).reviewId)
  await app.business('trattoria', { businessType: 'trattoria' })
  app.later(8)
  const review = { reviewId: randomUUID(), targetType: 'BUSINESS', targetId: 'trattoria', rating: 2 } as const
  const content = { comment: null, reasonCode: 'SERVICE', reasonTags: [], visibility: 'PUBLIC_ANONYMOUS' } as const
  unwrap(await app.as('ana', useCases.submitReview, { ...review, ...content }))
  await flag(review.reviewId)
  await app.business('diva')
  await app.grant('diva', 'MODERATORE')
  const next = await app.as('diva', useCases.nextCase, { lane: null })
  expect(next).toMatchObject(E.right({ caseId: flagCaseId(review.reviewId, 1) }))
})

describe('Q-128: staff are not above the rules', () => {
  it.each([...cellsOf('MODERATORE'), ...cellsOf('ADMIN')])(
    '$role who is $relation $action: $expected',
    async ({ action, relation, role, expected }) => {
      const scene = await openScene()
      const accountId = await actor[relation](scene.app)
      await scene.app.grant(accountId, role)
      const prepared = await actions[action](scene)
      expect(outcomeOf(await prepared.by(accountId))).toBe(expected)
    },
  )
})
